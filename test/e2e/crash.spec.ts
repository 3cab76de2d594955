import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentWithoutKeychain } from '../fakes/shell-process.ts'
import {
  answered,
  browserShellOnly,
  chatRequests,
  environmentOf,
  exchange,
  expect,
  numberedWords,
  parts,
  say,
  sentText,
  smallDisk,
  test,
  wordsOf,
} from './fixtures.ts'
import { isOnDisk } from './journal.ts'
import { rest } from './press-twice.ts'

const manyWords = numberedWords(150)

/** Runs the browser shell to its end, as if started from a terminal. */
async function runToItsEnd(
  data: string,
  ...flags: readonly string[]
): Promise<{ code: number | null; output: string }> {
  const program = join(import.meta.dirname, '../../out/main/browser.js')
  const child = spawn(process.execPath, [program, '--no-open', '--data', data, ...flags], {
    env: environmentWithoutKeychain(data),
  })
  let output = ''
  child.stdout.on('data', (text) => {
    output += String(text)
  })
  child.stderr.on('data', (text) => {
    output += String(text)
  })
  await once(child, 'close')
  return { code: child.exitCode, output }
}

test.describe('the app crashes while an answer streams', () => {
  test.use({ pace: 500 })

  test('a crash leaves the answer as interrupted with its text; Continue completes it', async ({
    lineChat: page,
    line,
    atelier,
    gateway,
  }) => {
    line.holdAfter(9000)
    await say(page, `Repeat exactly: ${manyWords}`)
    await expect(parts.answers(page)).toContainText('word15 ')
    const shown = await parts.answers(page).locator('p').first().innerText()
    await isOnDisk(atelier.data, 'word15 ')
    await atelier.kill()
    await expect(page.getByRole('status').filter({ hasText: 'The connection to Atelier is lost.' })).toBeVisible()

    line.release()
    await atelier.restart()
    await parts.rows(page).getByRole('button').first().click()
    const answer = parts.answers(page)
    await expect(answer).toHaveAttribute('aria-busy', 'false')
    await expect(answer.getByRole('alert')).toContainText(wordsOf('en', 'errors.app_closed.title'))
    const [, kept] = await atelier.messages()
    expect(kept?.status.state).toBe('interrupted')
    expect(kept?.text.startsWith(shown.trim().split(' ').slice(0, 15).join(' '))).toBe(true)
    expect(sentText(chatRequests(gateway)[0]).startsWith(kept?.text ?? 'nothing')).toBe(true)

    await answer.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(answer.getByRole('alert')).toHaveCount(0)
    await answered(page, 1)
    await expect(answer.getByText(manyWords, { exact: true })).toBeVisible()
    expect((await atelier.messages())[1]?.status.state).toBe('done')
  })
})

test.describe('problems of the data folder are reported', () => {
  test('a damaged database is set aside, and the user is told', async ({ chat: page, atelier, data }) => {
    await exchange(page, 'Repeat exactly: before', 1)
    await atelier.stop()
    const rubbish = Buffer.alloc(40_000, 'rubbish ')
    writeFileSync(join(data, 'atelier.db'), rubbish)
    await atelier.restart()
    const notice = page.getByRole('region', { name: 'Notice' })
    await expect(notice).toContainText('The database was damaged. It was moved to')
    const folder = /“([^”]+)”/.exec(await notice.innerText())?.[1] ?? 'none'
    const aside = join(data, folder)
    expect(existsSync(aside)).toBe(true)
    expect(readdirSync(aside)).toContain('atelier.db')
    await expect(parts.rows(page)).toHaveCount(0)

    await atelier.call('settings.update', { language: 'zh-CN' })
    await expect(page.getByRole('region', { name: wordsOf('zh-CN', 'notices.label') })).toContainText('数据库已损坏')
    await atelier.call('settings.update', { language: 'en' })
    await exchange(page, 'Repeat exactly: afterwards', 1)
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toHaveCount(0)
    await page.reload()
    await expect(parts.rows(page)).toHaveCount(1)
    await expect(notice).toHaveCount(0)
  })

  test('a second start on a data folder names the first, with a link that works', async ({
    chat: page,
    data,
    context,
    shellKind,
  }) => {
    browserShellOnly(shellKind, 'Electron shows its window instead')
    await exchange(page, 'Repeat exactly: first come', 1)
    const { code, output } = await runToItsEnd(data)
    expect(code).toBe(0)
    const link = /^Atelier is already open on this data: (\S+)$/m.exec(output)?.[1] ?? ''
    const other = await context.newPage()
    await other.goto(link)
    await expect(parts.rows(other)).toHaveCount(1)
    // a link works once
    const stranger = await (await context.browser()?.newContext())?.newPage()
    const refusal = await stranger?.goto(link)
    expect(refusal?.status()).toBe(401)
    await stranger?.context().close()
  })

  test('a data folder that cannot be made is reported at once', async ({ data, shellKind }) => {
    browserShellOnly(shellKind, 'Electron tells it in a system dialog')
    mkdirSync(data, { recursive: true })
    writeFileSync(join(data, 'a-file'), '')
    const { code, output } = await runToItsEnd(join(data, 'a-file', 'inside'))
    expect(code).toBe(1)
    expect(output).toMatch(/^Atelier could not start: storage_read_only: .*a-file/m)
    expect(output).not.toContain('Atelier ready')
  })

  test('a read-only data folder is reported at once, and nothing is written', async ({ data, shellKind }) => {
    browserShellOnly(shellKind, 'Electron tells it in a system dialog')
    const disk = smallDisk(data, 'size=1m,ro')
    test.skip(disk.refusal !== null, `no mount: ${disk.refusal}`)
    try {
      const { code, output } = await runToItsEnd(data)
      expect(code).toBe(1)
      expect(output).toMatch(/^Atelier could not start: storage_read_only: /m)
      expect(readdirSync(data)).toEqual([])
    } finally {
      disk.remove()
    }
  })

  test('a full disk is reported at the start, and nothing half-written is left', async ({ data, shellKind }) => {
    browserShellOnly(shellKind, 'Electron tells it in a system dialog')
    const disk = smallDisk(data, 'size=64k')
    test.skip(disk.refusal !== null, `no mount: ${disk.refusal}`)
    try {
      disk.fill()
      const { code, output } = await runToItsEnd(data)
      expect(code).toBe(1)
      expect(output).toMatch(/^Atelier could not start: storage_full: /m)
      expect(readdirSync(data)).toEqual(['filling'])
    } finally {
      disk.remove()
    }
  })

  test('a disk that fills up is reported, and no message is lost silently', async ({ atelier, gateway, data }) => {
    const disk = smallDisk(data, 'size=4m')
    test.skip(disk.refusal !== null, `no mount: ${disk.refusal}`)
    try {
      const page = await atelier.start({ environment: environmentOf(gateway) })
      await exchange(page, 'Repeat exactly: there is room', 1)
      disk.fill()
      await parts.composer(page).fill(`What about this? ${'x'.repeat(100_000)}`)
      await parts.send(page).click()
      const alert = page.getByRole('alert')
      await expect(alert).toContainText('Not sent. Your text is still here.')
      await expect(alert).toContainText('The disk is full.')
      await expect(parts.composer(page)).toHaveValue(/^What about this\?/)
      disk.free()
      // a press right after a refusal counts as the same press
      await rest(page)
      await parts.send(page).click()
      await expect(alert).toHaveCount(0)
      await answered(page, 2)
      await atelier.restart()
      await expect(parts.rows(page)).toHaveCount(1)
      expect((await atelier.messages()).map(({ status }) => status.state)).toEqual(['done', 'done', 'done', 'done'])
      await atelier.stop()
    } finally {
      disk.remove()
    }
  })
})
