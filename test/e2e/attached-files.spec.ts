import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { docxOf, pdfOf, scanOf } from '../fakes/documents.ts'
import { chooseAdded } from './add-menu.ts'
import { findings } from './axe.ts'
import {
  answered,
  browserShellOnly,
  chatRequests,
  environmentOf,
  expect,
  parts,
  pickModel,
  settled,
  test,
  wordsOf,
} from './fixtures.ts'
import { lookInBothThemes } from './looks.ts'
import { speech } from './recordings.ts'

const tides = pdfOf(['High tide comes at noon.', 'Low tide comes at six.'])

interface Dropped {
  readonly name: string
  readonly bytes: Buffer
}

/** A folder on the disk with these files, for as long as a test runs. */
const withFolder = test.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  folder: async ({}, use) => {
    const above = mkdtempSync(join(tmpdir(), 'atelier-person-'))
    const folder = join(above, 'Harbour 港口')
    const files = ['notes.txt', 'tables/tides 2.csv', 'tables/tides 10.csv', 'node_modules/a.js', '.hidden', 'empty/.x']
    for (const name of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), `text of ${name}`)
    }
    writeFileSync(join(folder, 'huge.log'), Buffer.alloc(51 * 1024 * 1024, 'x'))
    await use(folder)
    rmSync(above, { recursive: true, force: true })
  },
})

/** Drops files on the chat, as a user does from a folder. */
async function drop(target: Locator, ...files: readonly Dropped[]): Promise<void> {
  const given = files.map(({ bytes, name }) => ({ name, base64: bytes.toString('base64') }))
  const data = await target.page().evaluateHandle((list) => {
    const made = new DataTransfer()
    for (const { base64, name } of list)
      made.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name))
    return made
  }, given)
  await target.dispatchEvent('dragenter', { dataTransfer: data })
  await target.dispatchEvent('drop', { dataTransfer: data })
}

/** Drops a folder of the disk on the composer. */
async function dropFolder(page: Page, folder: string): Promise<void> {
  const box = await parts.composer(page).boundingBox()
  if (box === null) throw new Error('the composer is not shown')
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: box.x + 20, y: box.y + 5, data })
  await session.detach()
}

/** Files below a folder that hold a text. */
async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return files.filter((path) => readFileSync(path).includes(text))
}

const chip = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a dropped file is read, shown, opened, kept after a restart and sent as text', async ({
  chat,
  atelier,
  gateway,
}) => {
  await pickModel(chat, 'demo-chat')
  await drop(parts.composer(chat), { name: 'tides.pdf', bytes: tides })
  await expect(chip(chat, 'tides.pdf')).toContainText(/2 pages · about \d+ tokens/)
  await expect(parts.send(chat)).toBeEnabled()

  // it opens with the keyboard, and Esc returns the focus
  const open = chat.getByRole('button', { name: 'Read tides.pdf' })
  await open.press('Enter')
  const viewer = chat.getByRole('dialog', { name: 'tides.pdf' })
  await expect(viewer.getByRole('region', { name: 'Text of the file' })).toContainText(
    '[Page 2]\nLow tide comes at six.',
  )
  await chat.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(open).toBeFocused()

  const page = await atelier.restart()
  await expect(chip(page, 'tides.pdf')).toContainText('2 pages')
  await expect(page.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
  await parts.composer(page).fill('When is high tide?')
  await parts.composer(page).press('Enter')
  await answered(page, 1)
  const body = JSON.stringify(chatRequests(gateway)[0]?.body)
  expect(body).toContain('[Page 1]\\nHigh tide comes at noon.')
  expect(body).toMatch(/When is high tide\?"/)
  await expect(page.getByRole('button', { name: 'Remove tides.pdf' })).toHaveCount(0)
  // by key: a script's mouse only scrolls there, and a view that follows the end goes back
  await parts.own(page).getByRole('button', { name: 'Read tides.pdf' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'tides.pdf' })).toContainText('High tide comes at noon.')
})

test('a file shows its text encoding, and is read again in another one', async ({ chat: page }) => {
  await pickModel(page, 'demo-chat')
  const bytes = Buffer.from('name\nM\xfcller, \xa3\xf3d\x9f\n', 'latin1')
  await drop(parts.composer(page), { name: 'people.csv', bytes })
  await page.getByRole('button', { name: 'Read people.csv' }).click()
  const viewer = page.getByRole('dialog', { name: 'people.csv' })
  await expect(viewer).toContainText('Müller')
  const encoding = viewer.getByRole('combobox', { name: 'Read as' })
  await expect(encoding).toHaveValue('windows-1252')
  await encoding.selectOption('Windows-1250')
  await expect(viewer.getByRole('region', { name: 'Text of the file' })).toContainText('Łódź')
  await expect(encoding).toHaveValue('windows-1250')
})

test('a refused file shows the reason, and the rest of the message stays', async ({ chat: page, gateway }) => {
  await parts.composer(page).fill('What is in these?')
  await drop(
    parts.composer(page),
    { name: 'scan.pdf', bytes: pdfOf(['']) },
    { name: 'cut.pdf', bytes: tides.subarray(0, 80) },
  )
  await expect(chip(page, 'scan.pdf')).toContainText('No text found. It may be a scan')
  await expect(chip(page, 'cut.pdf')).toContainText('The file is damaged')
  await expect(parts.composer(page)).toHaveValue('What is in these?')
  await page.getByRole('button', { name: 'Remove cut.pdf' }).click()
  await expect(chip(page, 'cut.pdf')).toHaveCount(0)
  expect(chatRequests(gateway)).toHaveLength(0)
})

/** Holds back what main answers about read files. Gives the next answer, once it is there, as what lets it go. */
async function heldReadings(page: Page): Promise<() => Promise<() => void>> {
  const held: (() => void)[] = []
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    const main = socket.connectToServer()
    const readings = new Set<unknown>()
    socket.onMessage((frame) => {
      const { id, name } = JSON.parse(String(frame))
      if (name === 'files.read') readings.add(id)
      main.send(frame)
    })
    main.onMessage((frame) => {
      if (readings.delete(JSON.parse(String(frame)).id)) held.push(() => socket.send(frame))
      else socket.send(frame)
    })
  })
  await page.reload()
  await expect(page.getByRole('button', { name: /: demo-/ })).toBeVisible()
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0)
    return held.shift() ?? (() => undefined)
  }
}

for (const language of ['en', 'zh-CN'] as const)
  test(`${language}: Enter during reading sends once the file is read, or is cancelled`, async ({
    atelier,
    gateway,
    shellKind,
  }) => {
    browserShellOnly(shellKind, 'the answer is held on the browser shell’s socket')
    const w = (key: string) => wordsOf(language, key)
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    const next = await heldReadings(page)
    const message = page.getByRole('textbox', { name: w('composer.message'), exact: true })
    const waits = page.getByRole('status').filter({ hasText: w('files.late.files') })
    await drop(message, { name: 'tides.pdf', bytes: tides }, { name: 'notes.txt', bytes: Buffer.from('Ebb at six.') })
    const first = await next()
    const second = await next()
    await message.fill('When?')
    await message.press('Enter')
    await expect(waits).toBeVisible()
    await expect(message).toHaveValue('When?')
    await lookInBothThemes(page, 'files-late', language)
    expect(await findings(page)).toEqual([])

    // taken back by Escape, which does nothing else, and by the button
    await message.press('Escape')
    await expect(waits).toHaveCount(0)
    await expect(message).toBeFocused()
    await message.press('Enter')
    await page.getByRole('button', { name: w('files.late.cancel'), exact: true }).press('Enter')
    await expect(waits).toHaveCount(0)
    await expect(message).toBeFocused()

    // pressed again and again, and changed: sent once, as it is by then
    await page.getByRole('button', { name: w('composer.send'), exact: true }).press('Enter')
    await expect(message).toBeFocused()
    await message.press('Enter')
    await message.press('Enter')
    first()
    await expect(waits).toBeVisible()
    await message.press('ControlOrMeta+End')
    await page.keyboard.type(' And where?')
    await expect(message).toHaveValue('When? And where?')
    expect(chatRequests(gateway)).toHaveLength(0)
    second()
    await answered(page, 1)
    await expect(message).toHaveValue('')
    await expect(waits).toHaveCount(0)
    expect(chatRequests(gateway)).toHaveLength(1)
    const body = JSON.stringify(chatRequests(gateway)[0]?.body)
    expect(body).toContain('When? And where?')
    expect(body).toContain('High tide comes at noon.')
    expect(body).toContain('Ebb at six.')
    expect(await atelier.messages()).toHaveLength(2)
  })

for (const language of ['en', 'zh-CN'] as const)
  test(`${language}: no message is sent when a file cannot be read, or the user leaves the chat`, async ({
    atelier,
    gateway,
    shellKind,
  }) => {
    browserShellOnly(shellKind, 'the answer is held on the browser shell’s socket')
    const w = (key: string) => wordsOf(language, key)
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    const next = await heldReadings(page)
    const message = page.getByRole('textbox', { name: w('composer.message'), exact: true })
    const status = page.getByRole('status')
    const told = (key: string) => status.filter({ hasText: w(key) })
    await drop(message, { name: 'cut.pdf', bytes: tides.subarray(0, 80) })
    const damaged = await next()
    await message.fill('When?')
    await message.press('Enter')
    await expect(told('files.late.files')).toBeVisible()
    damaged()
    await expect(status.filter({ hasText: 'cut.pdf' })).toContainText(w('files.problem.damaged'))
    await expect(message).toHaveValue('When?')
    await lookInBothThemes(page, 'files-late-refused', language)
    await page.getByRole('button', { name: w('app.dismiss'), exact: true }).click()
    await expect(status.filter({ hasText: 'cut.pdf' })).toHaveCount(0)

    // another panel, then another chat
    await drop(message, { name: 'tides.pdf', bytes: tides })
    const late = await next()
    await message.press('Enter')
    await expect(told('files.late.files')).toBeVisible()
    await page.getByRole('button', { name: w('images.panel'), exact: true }).click()
    await expect(message).toHaveCount(0)
    late()
    await page.getByRole('button', { name: w('chat.panel'), exact: true }).click()
    await expect(told('files.late.left')).toBeVisible()
    await expect(message).toHaveValue('When?')
    await expect(chip(page, 'tides.pdf')).toContainText('token')
    expect(chatRequests(gateway)).toHaveLength(0)
    // now it goes at once
    await message.press('Enter')
    await answered(page, 1)
    await expect(told('files.late.left')).toHaveCount(0)

    await drop(message, { name: 'again.pdf', bytes: tides })
    const other = await next()
    await message.fill('And tomorrow?')
    await message.press('Enter')
    await expect(told('files.late.files')).toBeVisible()
    await page.getByRole('button', { name: w('chat.newChat'), exact: true }).click()
    await expect(message).toHaveValue('')
    other()
    await expect(told('files.late.files')).toHaveCount(0)
    await page
      .getByRole('button', { name: /When\?/ })
      .first()
      .click()
    await expect(told('files.late.left')).toBeVisible()
    await expect(message).toHaveValue('And tomorrow?')
    await expect(chip(page, 'again.pdf')).toContainText('token')
    expect(chatRequests(gateway)).toHaveLength(1)
  })

const locked = readFileSync('test/fixtures/documents/locked.pdf')

test('a locked PDF is opened with its password, which is not stored', async ({ chat: page, atelier }) => {
  await drop(parts.composer(page), { name: 'locked.pdf', bytes: locked })
  await expect(chip(page, 'locked.pdf')).toContainText('locked with a password')
  for (const password of ['wrong', 'ebb-潮-7Qm']) {
    await chip(page, 'locked.pdf').getByRole('button', { name: 'Enter password…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Open locked.pdf' })
    await dialog.getByLabel('Password').fill(password)
    if (password === 'wrong') expect(await findings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    if (password === 'wrong') await expect(chip(page, 'locked.pdf')).toContainText('This password does not open it.')
  }
  await expect(chip(page, 'locked.pdf')).toContainText('2 pages')
  expect(await filesWith(atelier.data, 'ebb-潮-7Qm')).toEqual([])
})

for (const language of ['en', 'zh-CN'] as const)
  test(`${language}: pages of a scan are sent as pictures, chosen by keyboard`, async ({ atelier, gateway }) => {
    const w = (key: string) => wordsOf(language, key)
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
    const message = page.getByRole('textbox', { name: w('composer.message'), exact: true })
    const shades = Array.from({ length: 20 }, (_, index) => index * 12)
    await drop(message, { name: 'scan.pdf', bytes: scanOf(shades) })
    await chip(page, 'scan.pdf')
      .getByRole('button', { name: w('files.pdf.choosePages') })
      .press('Enter')
    const dialog = page.getByRole('dialog')
    const last = dialog.getByRole('textbox', { name: w('files.pdf.last') })
    await expect(last).toHaveValue('16')
    await expect(dialog.getByRole('textbox', { name: w('files.pdf.first') })).toBeFocused()
    await lookInBothThemes(page, 'files-pages', language)
    await last.fill('18')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByRole('textbox', { name: w('files.pdf.first') }).fill('16')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await last.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('list', { name: w('files.list') })).toHaveCount(0)
    await message.fill('What do they say?')
    await message.press('Enter')
    // the model of the demo is known not to see
    await page.getByRole('button', { name: w('composer.doubt.sendAnyway') }).click()
    await answered(page, 1)
    const body = JSON.stringify(chatRequests(gateway)[0]?.body)
    expect(body.match(/data:image\/jpeg;base64,/g)).toHaveLength(3)
  })

test('a file that is too long waits until the user chooses to send its beginning', async ({ chat: page, gateway }) => {
  await pickModel(page, 'demo-chat')
  await drop(parts.composer(page), { name: 'log.txt', bytes: Buffer.from(`${'tide '.repeat(20)}\n`.repeat(5_000)) })
  await expect(chip(page, 'log.txt')).toContainText('Longer than 400,000 characters.')
  await expect(parts.send(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Send the first 400,000' }).click()
  await expect(chip(page, 'log.txt')).toContainText('first 400K of 510K characters')
  await expect(parts.send(page)).toBeEnabled()
  await parts.send(page).click()
  await answered(page, 1)
  expect(JSON.stringify(chatRequests(gateway)[0]?.body)).toContain('of 505000 characters are here')
})

test('a recording is attached as a note, and a model transcribes it once the user allows it', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  const none = { cached: null, image: null, second: null, input: null, output: null } as const
  const price = { model: 'demo-transcribe', connectionId: '', currency: 'CNY', minute: 6e7, ...none } as const
  await atelier.call('prices.put', { prices: [price] })
  await pickModel(page, 'demo-chat')
  await chooseAdded(page, 'tools.title')
  await page
    .getByRole('dialog', { name: 'Tools' })
    .getByRole('switch', { name: /^Transcribe a recording/ })
    .check({ force: true })
  await page.keyboard.press('Escape')
  await drop(parts.composer(page), { name: 'Talk.wav', bytes: speech(3).wav })
  await expect(chip(page, 'Talk.wav')).toContainText('tokens')
  await parts.composer(page).fill('use transcribe_recording {"model": "demo-transcribe"}')
  await parts.composer(page).press('Enter')
  const question = page.getByRole('region', { name: /wants to use/ })
  await expect(question).toContainText('Estimated price: ≈ ¥0.06 per minute of sound')
  const transcriptions = () => gateway.requests().filter(({ path }) => path === '/v1/audio/transcriptions')
  expect(transcriptions()).toHaveLength(0)
  await question.getByRole('button', { name: 'Run once', exact: true }).click()
  const answer = await answered(page, 1)
  await answer.locator('[data-call] > button').press('Enter')
  await expect(answer.getByRole('region', { name: 'Result' })).toContainText('[00:00:00]')
  expect(transcriptions()).toHaveLength(1)
  expect(await findings(page)).toEqual([])
})

for (const language of ['en', 'zh-CN'] as const) {
  const w = (key: string) => wordsOf(language, key)

  test(`${language}: files in the composer, in a message and opened`, async ({ atelier, gateway }) => {
    test.slow()
    const page = await atelier.start({ environment: environmentOf(gateway) })
    await atelier.call('settings.update', { language })
    await expect(page.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
    const message = page.getByRole('textbox', { name: w('composer.message'), exact: true })
    const pdf = { name: 'tides.pdf', bytes: tides }
    const long = `${'潮汐表与一个很长很长的文件名称'.repeat(4)}.docx`
    const word = { name: long, bytes: docxOf('<w:p><w:r><w:t>潮汐</w:t></w:r></w:p>') }
    await drop(message, pdf, word)
    await expect(page.getByRole('button', { name: /tides\.pdf/ })).toHaveCount(2)
    await message.fill('?')
    await message.press('Enter')
    await answered(page, 1)
    await drop(
      message,
      pdf,
      word,
      { name: 'scan.pdf', bytes: pdfOf(['']) },
      {
        name: 'log.txt',
        bytes: Buffer.from('tide '.repeat(100_000)),
      },
    )
    await expect(chip(page, 'scan.pdf')).toContainText(w('files.problem.no_text'))
    await expect(chip(page, 'log.txt').getByRole('button')).toHaveCount(3)
    await lookInBothThemes(page, 'files-composer', language)
    const sent = page.getByRole('button', { name: /tides\.pdf/ }).first()
    // the focus scrolls to it, and the list renders what comes into view
    await sent.focus()
    await settled(page)
    await expect(sent).toBeFocused()
    await sent.press('Enter')
    await expect(page.getByRole('dialog')).toContainText('[Page 2]')
    await lookInBothThemes(page, 'files-open', language)
  })
}

withFolder(
  'a dropped folder is a list, and only what is picked goes with the message',
  async ({ chat: page, folder, gateway, shellKind }) => {
    browserShellOnly(shellKind, 'the drop is made with the protocol of the browser')
    await pickModel(page, 'demo-chat')
    await dropFolder(page, folder)
    const dialog = page.getByRole('dialog', { name: 'Harbour 港口' })
    const boxes = dialog.getByRole('checkbox')
    // in the order a user reads them; nothing of tools, nothing hidden
    await expect(boxes).toHaveCount(4)
    await expect(dialog.getByRole('group', { name: 'Files in the folder' })).toContainText(
      /huge\.log.*too large.*notes\.txt.*tides 2\.csv.*tides 10\.csv/s,
    )
    await expect(boxes.first()).toBeDisabled()
    await expect(dialog.getByRole('button', { name: 'Attach' })).toBeDisabled()
    expect(await findings(page)).toEqual([])
    // by keyboard
    await expect(dialog.getByRole('textbox', { name: 'Filter by name' })).toBeFocused()
    await page.keyboard.type('tables')
    await expect(boxes).toHaveCount(2)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await dialog.getByRole('button', { name: 'Attach 1 file' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(chip(page, 'tides 2.csv')).toContainText('tokens')
    await parts.composer(page).fill('What does it say?')
    await parts.composer(page).press('Enter')
    await answered(page, 1)
    const body = JSON.stringify(chatRequests(gateway)[0]?.body)
    expect(body).toContain('text of tables/tides 2.csv')
    expect(body).not.toContain('text of notes.txt')
  },
)

withFolder('a folder is chosen from the palette, and only as many files as fit', async ({ chat: page, folder }) => {
  // asked for early: the browser hears of it after the call
  page.once('filechooser', (chooser) => void chooser.setFiles(folder))
  for (let count = 0; count < 9; count += 1) writeFileSync(join(folder, `more ${count}.txt`), 'text')
  await expect(page.getByRole('button', { name: /demo-chat/ }).first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('combobox').fill('Attach files of a folder')
  // the search of the history follows later, and names the same words
  const command = page.getByRole('option', { name: 'Attach files of a folder…', exact: true })
  await expect(command).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Harbour 港口' })
  await dialog.getByRole('button', { name: 'Choose all shown' }).click()
  await expect(dialog.getByText('8 chosen; the message has room for 8')).toBeVisible()
  await lookInBothThemes(page, 'files-folder', 'en')
  await dialog.getByRole('button', { name: 'Attach 8 files' }).click()
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(8)
})
