import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { pdfOf } from '../fakes/documents.ts'
import { chooseAdded } from './add-menu.ts'
import { type Atelier, answered, chatRequests, expect, parts, say, test } from './fixtures.ts'
import { speech } from './recordings.ts'
import { openLibrary } from './side-pages.ts'
import { desk, newestTranscript, showTranscription, transcribe, wavFile } from './transcription-desk.ts'

const notes = {
  'tides.md': '# Tides\n\nThe moon pulls the sea. High water comes about fifty minutes later each day.\n',
  'sub/stars.txt': 'Stars are far away. Sirius is the brightest one at night.\n',
}

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const knowledgeChip = (page: Page): Locator => page.getByRole('button', { name: 'Sea', exact: true })
const viewer = (page: Page): Locator => page.getByRole('complementary', { name: 'Cited passage' })
const strip = (page: Page): Locator => page.getByRole('button', { name: /will be sent with the message$/ })

function folderOf(data: string): string {
  const folder = `${realpathSync(data)}-notes`
  mkdirSync(join(folder, 'sub'), { recursive: true })
  for (const [name, text] of Object.entries(notes)) writeFileSync(join(folder, name), text)
  return folder
}

/** A collection with a folder of notes, made by the page. */
async function makeCollection(page: Page, folder: string): Promise<Locator> {
  await openLibrary(page, 'knowledge')
  await page.getByRole('textbox', { name: 'New collection' }).fill('Sea')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const sea = card(page, 'Sea')
  await sea.getByRole('button', { name: 'Add folder…' }).click()
  await page.getByRole('textbox', { name: 'Path of the folder' }).fill(folder)
  await page.getByRole('button', { name: 'Add folder', exact: true }).click()
  await expect(sea.getByRole('listitem')).toContainText('2 files · 2 passages')
  return sea
}

async function turnCollectionOn(page: Page): Promise<void> {
  await parts.panels(page).getByRole('button', { name: /^Chat/ }).click()
  await chooseAdded(page, 'knowledge.choose')
  await page
    .getByRole('dialog', { name: /^Knowledge/ })
    .getByRole('switch', { name: /^Sea/ })
    .check({ force: true })
  await page.keyboard.press('Escape')
  await expect(knowledgeChip(page)).toBeVisible()
}

async function ready(atelier: Atelier, page: Page): Promise<string> {
  const folder = folderOf(atelier.data)
  await makeCollection(page, folder)
  await turnCollectionOn(page)
  return folder
}

test('a collection is made, follows its folder, and is restored after a deletion', async ({ chat: page, atelier }) => {
  const folder = folderOf(atelier.data)
  await openLibrary(page, 'knowledge')
  await expect(page.getByText('No collection yet.')).toBeVisible()
  const sea = await makeCollection(page, folder)
  writeFileSync(join(folder, 'waves.md'), 'Wind makes waves.')
  await expect(sea.getByRole('listitem')).toContainText('3 files · 3 passages')
  rmSync(join(folder, 'waves.md'))
  await expect(sea.getByRole('listitem')).toContainText('2 files · 2 passages')

  await sea.locator('input[type=file]').setInputFiles([
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('海水每天涨落两次。') },
    { name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
  ])
  await expect(sea.getByRole('alert')).toHaveText(/^paper\.pdf was not added\. The file is damaged/)
  await expect(sea.getByRole('listitem').filter({ hasText: 'notes.txt' })).toContainText('1 passage')

  await sea.getByRole('button', { name: 'Remove notes.txt' }).click()
  await expect(sea.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(sea.getByRole('listitem').filter({ hasText: 'notes.txt' })).toContainText('1 passage')
  await sea.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(sea).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(sea.getByRole('listitem')).toHaveCount(2)
  rmSync(folder, { recursive: true })
  await expect(sea.getByRole('listitem').filter({ hasText: 'Folder' })).toHaveCount(0)
})

test('passages are shown before they are sent, cited, and opened', async ({ chat: page, atelier, gateway }) => {
  const folder = await ready(atelier, page)
  await parts.composer(page).fill('Why does the moon matter, and which stars are bright?')
  await strip(page).click()
  const list = page.getByRole('group', { name: 'Passages to send' })
  await expect(list.getByRole('checkbox')).toHaveCount(2)
  await list.getByRole('button', { name: 'Show all' }).first().click()
  await expect(list).toContainText('# Tides')
  await list.getByRole('checkbox', { name: /stars\.txt/ }).uncheck({ force: true })
  await expect(page.getByText('1 of 2 passages will be sent with the message')).toBeVisible()
  await parts.composer(page).press('Enter')
  const answer = await answered(page, 1)
  await expect(answer).toContainText('“The moon pulls the sea.” [1]')
  const [request] = chatRequests(gateway)
  expect(JSON.stringify(request?.body)).toContain('[1] tides.md › Tides')
  expect(JSON.stringify(request?.body)).not.toContain('Sirius')

  await answer.getByRole('button', { name: 'Passage 1: tides.md › Tides' }).click()
  await expect(viewer(page).locator('mark')).toContainText('The moon pulls the sea.')
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toBeHidden()

  // a retry sends the same, and a changed document shows the passage as it was
  writeFileSync(join(folder, 'tides.md'), 'Rewritten.')
  await expect
    .poll(
      async () => (await atelier.call('knowledge.open', { conversationId: await openId(atelier), number: 1 })).state,
    )
    .toBe('changed')
  await answer.getByRole('button', { name: 'Ask again' }).click()
  await expect.poll(() => chatRequests(gateway).length).toBe(2)
  expect(chatRequests(gateway)[1]?.body).toEqual(request?.body)
  await answered(page, 1)
  await parts
    .own(page)
    .getByRole('button', { name: /^Passage 1/ })
    .click()
  await expect(viewer(page)).toContainText('The document has changed since.')
  await expect(viewer(page).locator('mark')).toContainText('The moon pulls the sea.')
  rmSync(folder, { recursive: true })
})

test('a PDF is read, cited by its page, and opened at that page', async ({ chat: page, atelier }) => {
  await openLibrary(page, 'knowledge')
  await page.getByRole('textbox', { name: 'New collection' }).fill('Sea')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const sea = card(page, 'Sea')
  const pdf = pdfOf(['Sirius is the brightest star.', 'High water comes fifty minutes later each day.'])
  await sea.locator('input[type=file]').setInputFiles([{ name: 'sea.pdf', mimeType: 'application/pdf', buffer: pdf }])
  await expect(sea.getByRole('listitem').filter({ hasText: 'sea.pdf' })).toContainText('2 passages')
  expect(atelier.complaints()).toEqual([])
  await turnCollectionOn(page)
  await say(page, 'When does high water come?')
  const answer = await answered(page, 1)
  await answer
    .getByRole('button', { name: /sea\.pdf/ })
    .first()
    .click()
  await expect(viewer(page)).toContainText('High water comes fifty minutes later each day.')
  await expect(viewer(page)).toContainText('Page 2')
})

test('a search without results is reported, and nothing is cited', async ({ chat: page, atelier, gateway }) => {
  const folder = await ready(atelier, page)
  await parts.composer(page).fill('quantum chromodynamics')
  await expect(page.getByText('Nothing found in the collections.')).toBeVisible()
  await parts.composer(page).press('Enter')
  await answered(page, 1)
  expect(JSON.stringify(chatRequests(gateway)[0]?.body)).not.toContain('data-')
  // a number that nothing was sent under is plain text
  await say(page, 'repeat: array[1] and [2]')
  const answer = await answered(page, 2)
  await expect(answer).toContainText('array[1] and [2]')
  await expect(answer.getByRole('button', { name: /^Passage/ })).toHaveCount(0)
  rmSync(folder, { recursive: true })
})

test('a question in Chinese finds the passage of an English transcript, which plays from there', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  await showTranscription(page)
  await transcribe(page, wavFile('Evening lecture.wav', speech(24).wav))
  const transcript = await newestTranscript(atelier)
  const baking = 'Knead the dough, let the bread rise in a warm kitchen, and bake it until the crust is brown. '.repeat(
    12,
  )
  const tides =
    'The tide is made by the moon: its pull lifts the ocean, and the tide returns twice a day. After the ebb comes the flood.'
  const texts = [baking, baking.replaceAll('bread', 'cake'), tides]
  expect(transcript.segments.length).toBeGreaterThanOrEqual(texts.length)
  const spoken = transcript.segments.slice(0, texts.length)
  await atelier.call('transcripts.edit', {
    transcriptId: transcript.summary.id,
    revision: transcript.revision,
    at: 0,
    remove: transcript.segments.length,
    insert: spoken.map((segment, index) => ({ ...segment, text: texts[index] ?? '', words: [] })),
  })
  const said = spoken[2]?.from ?? Number.NaN

  await openLibrary(page, 'knowledge')
  await page.getByRole('textbox', { name: 'New collection' }).fill('Sea')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await card(page, 'Sea').getByRole('button', { name: 'Add chats or transcripts…' }).click()
  await page.getByRole('checkbox', { name: /^Evening lecture/ }).check({ force: true })
  await page.getByRole('button', { name: 'Add 1', exact: true }).click()
  await expect(card(page, 'Sea').getByRole('listitem')).toContainText('3 passages')
  await turnOnMeaning(atelier, '潮汐')

  await turnCollectionOn(page)
  await parts.composer(page).fill('月亮怎样引起潮汐？')
  await strip(page).click()
  const found = page.getByRole('group', { name: 'Passages to send' })
  await expect(found).toContainText('Semantic match: ')
  await parts.composer(page).press('Enter')
  const answer = await answered(page, 1)
  await expect(answer).toContainText('段落中写道')
  await expect(answer).toContainText('【1】')
  expect(JSON.stringify(chatRequests(gateway).at(-1)?.body)).toContain(tides)

  await answer.getByRole('button', { name: /^Passage 1: Evening lecture/ }).click()
  await expect(desk.view(page).getByRole('heading', { name: 'Evening lecture' })).toBeVisible()
  const played = (): Promise<{ readonly at: number; readonly isPlaying: boolean }> =>
    desk.media(page).evaluate((media) => {
      if (!(media instanceof HTMLMediaElement)) throw new Error('nothing plays')
      return { at: media.currentTime * 1000, isPlaying: !media.paused }
    })
  await expect.poll(async () => (await played()).isPlaying).toBe(true)
  expect(said).toBeGreaterThan(1000)
  expect((await played()).at).toBeGreaterThanOrEqual(said - 1)
})

/** Makes vectors of everything with the demo's model, and waits until a question finds something by meaning. */
async function turnOnMeaning(atelier: Atelier, question: string): Promise<void> {
  const { connections } = await atelier.call('connections.list', {})
  await atelier.call('embeddings.choose', { connectionId: connections[0]?.id ?? '', model: 'demo-embedding' })
  await atelier.call('embeddings.start', {})
  const [sea] = await atelier.call('knowledge.list', {})
  await expect
    .poll(
      async () =>
        (await atelier.call('knowledge.find', { text: question, collectionIds: [sea?.id ?? ''] })).passages[0]?.by,
    )
    .toBe('meaning')
}

async function openId(atelier: Atelier): Promise<string> {
  const { conversations } = await atelier.call('chat.list', { query: '', offset: 0, limit: 1 })
  return conversations[0]?.id ?? ''
}
