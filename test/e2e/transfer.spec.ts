import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { foreignSamples, longChatGpt, transferFixture } from '../fakes/transfer.ts'
import { Atelier, browserShellOnly, clipboardOf, environmentOf, expect, parts, test } from './fixtures.ts'
import { HistorySeed } from './history-seed.ts'

/** Opens the page of the settings. */
async function openTransfer(page: Page): Promise<void> {
  await parts.panels(page).getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Import and export' }).click()
}

const file = (page: Page) => page.getByLabel('Import from file…', { exact: true }).first()
const offer = (page: Page) => page.getByRole('region', { name: 'What is in the file' })
const report = (page: Page) => page.getByRole('region', { name: 'Report' })

test('everything is exported from one Atelier and imported into another, empty one', async ({
  atelier,
  context,
  data,
  gateway,
  shellKind,
}) => {
  browserShellOnly(shellKind, 'the other shell saves by the dialog of the system')
  const seed = new HistorySeed(data)
  const picture = await seed.picture(140)
  seed.chat('Harbour lights', ['What lights a harbour?', 'Lanterns, **mostly**.'])
  seed.image('A quiet harbour', picture)
  seed.transcript('Harbour talk', ['Good morning, harbour.'])
  seed.close()
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await openTransfer(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export everything…' }).click()
  const archive = await (await download).path()
  await expect(report(page)).toContainText('Everything was exported.')
  await expect(report(page)).toContainText('1 transcript')

  const folder = mkdtempSync(join(tmpdir(), 'atelier-e2e-'))
  const other = new Atelier(folder, shellKind, context)
  try {
    const empty = await other.start({ environment: environmentOf(gateway) })
    await expect(parts.rows(empty)).toHaveCount(0)
    await openTransfer(empty)
    await file(empty).setInputFiles(archive)
    await expect(offer(empty)).toContainText('1 chat')
    await expect(offer(empty)).toContainText('1 image')
    await offer(empty).getByRole('button', { name: 'Import', exact: true }).click()
    await expect(report(empty)).toContainText('was imported.')
    await parts.panels(empty).getByRole('button', { name: 'Chat', exact: true }).click()
    await parts.row(empty, 'Harbour lights').click()
    await expect(parts.conversation(empty)).toContainText('Lanterns, mostly.')
    await parts
      .panels(empty)
      .getByRole('button', { name: /^History/ })
      .click()
    for (const title of ['Harbour lights', 'A quiet harbour', 'Harbour talk'])
      await expect(empty.getByText(title, { exact: true }).first()).toBeVisible()
    // a second import adds nothing
    await openTransfer(empty)
    await file(empty).setInputFiles(archive)
    await expect(offer(empty)).toContainText('Everything in it is here already.')
    expect(other.complaints()).toEqual([])
  } finally {
    await other.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('an export that ends in another panel is reported there; an import can be cancelled, and its report copied', async ({
  chat,
}) => {
  const large = { name: 'large.json', mimeType: 'application/json', buffer: longChatGpt(40_000) }
  await openTransfer(chat)
  await file(chat).setInputFiles(large)
  await parts.panels(chat).getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(chat.getByText('large.json can be imported.')).toBeVisible()
  await chat.getByRole('button', { name: 'Show', exact: true }).click()
  await offer(chat).getByRole('button', { name: 'Import', exact: true }).press('Enter')
  await chat.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
  await expect(chat.getByRole('progressbar')).toBeHidden()
  await expect(report(chat)).toBeHidden()
  await parts.panels(chat).getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(parts.row(chat, 'Long 0')).toBeHidden()
  await openTransfer(chat)
  await file(chat).setInputFiles({ ...large, buffer: longChatGpt(100) })
  await offer(chat).getByRole('button', { name: 'Import', exact: true }).click()
  await expect(report(chat)).toBeFocused()
  const copied = await clipboardOf(chat)
  await report(chat).getByRole('button', { name: 'Copy the report' }).click()
  await expect(report(chat).getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await copied()).toContain('large.json was imported.')
  await report(chat).getByRole('button', { name: 'Open history' }).click()
  await expect(chat.getByText('Long 0', { exact: true }).first()).toBeVisible()
})

test('an export of ChatGPT is previewed, then imported; another file is refused with a message', async ({ chat }) => {
  await openTransfer(chat)
  const { bytes, name } = foreignSamples.chatgpt
  await file(chat).setInputFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(bytes()) })
  await expect(offer(chat)).toContainText('ChatGPT')
  await expect(offer(chat)).toContainText('Tool calls: 1')
  await offer(chat).getByRole('button', { name: 'Import', exact: true }).click()
  await expect(report(chat)).toContainText('4 messages')
  const damaged = transferFixture('chatgpt.json').subarray(0, 900)
  await file(chat).setInputFiles({ name: 'half.json', mimeType: 'application/json', buffer: damaged })
  await expect(chat.getByRole('alert')).toContainText('This file is damaged')
  await parts.panels(chat).getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(parts.row(chat, 'A kettle that sings')).toBeVisible()
})
