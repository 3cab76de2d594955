import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { test as base, browserShellOnly, expect, wordsOf } from './fixtures.ts'
import { smallRecording } from './recordings.ts'
import { desk, showTranscription, soundRequests, transcripts } from './transcription-desk.ts'

interface Folder {
  /** A folder of the user on a real disk. */
  folder: string
}

const test = base.extend<Folder>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the first parameter
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-person-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
})

function put(folder: string, name: string, bytes: Buffer = smallRecording('talk.mp3')): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

/** Drops files and folders of the disk on the panel. */
async function dropPaths(page: Page, ...files: readonly string[]): Promise<void> {
  const box = await desk.side(page).boundingBox()
  if (box === null) throw new Error('the panel is not shown')
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [...files], dragOperationsMask: 1 }
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2, data }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...place })
  await session.detach()
}

async function choosePaths(page: Page, ...files: readonly string[]): Promise<void> {
  await desk
    .side(page)
    .locator('input[type=file]')
    .setInputFiles([...files])
}

const note = (page: Page, name: string) =>
  desk
    .side(page)
    .getByRole('alert')
    .filter({ hasText: `“${name}” was not added` })

test('a dropped folder is searched to its deepest level', async ({ chat: page, atelier, folder, shellKind }) => {
  browserShellOnly(shellKind, 'the drop is made with the protocol of the browser')
  mkdirSync(join(folder, 'Interviews/2025'), { recursive: true })
  put(folder, 'Interviews/first.mp3')
  put(folder, 'Interviews/2025/second.m4a', smallRecording('talk.m4a'))
  put(folder, 'Interviews/2025/notes.txt', Buffer.from('who said what'))
  put(folder, 'Interviews/.hidden.mp3')
  await showTranscription(page)
  await dropPaths(page, join(folder, 'Interviews'), put(folder, 'third.mp3', smallRecording('talk.wav')))
  for (const title of ['first', 'second', 'third']) await expect(desk.row(page, title)).toBeVisible()
  await expect(desk.side(page).getByText('1 file skipped: not audio or video')).toBeVisible()
  expect(await transcripts(atelier)).toHaveLength(3)
})

test('only recordings are imported from a folder with ten thousand other files', async ({
  chat: page,
  atelier,
  folder,
  shellKind,
}) => {
  browserShellOnly(shellKind, 'the drop is made with the protocol of the browser')
  test.slow()
  const many = join(folder, 'Everything')
  mkdirSync(many)
  for (let count = 0; count < 10_000; count += 1) put(many, `page-${count}.txt`, Buffer.alloc(1))
  put(many, 'a talk.mp3')
  put(many, 'zuletzt.mp3', smallRecording('talk.opus'))
  await showTranscription(page)
  await dropPaths(page, many)
  for (const title of ['a talk', 'zuletzt']) await expect(desk.row(page, title)).toBeVisible()
  // some file systems list the recordings first
  const skipped = desk.side(page).getByText('10000 files skipped: not audio or video')
  await expect(skipped).toBeVisible()
  expect(await transcripts(atelier)).toHaveLength(2)
})

test('a pasted recording is imported', async ({ chat: page, atelier }) => {
  await showTranscription(page)
  const bytes = smallRecording('talk.mp3').toString('base64')
  await desk.side(page).evaluate((side, base64) => {
    const data = new DataTransfer()
    const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    data.items.add(new File([content], 'Pasted.mp3', { type: 'audio/mpeg' }))
    side.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, bytes)
  await expect(desk.row(page, 'Pasted')).toBeVisible()
  expect(await transcripts(atelier)).toHaveLength(1)
})

const changes = [
  ['becomes shorter', (path: string) => truncateSync(path, 1000)],
  ['vanishes', (path: string) => rmSync(path)],
] as const

for (const [how, change] of changes) {
  test(`a file that ${how} during its import says so, and the rest continues`, async ({
    chat: page,
    atelier,
    gateway,
    folder,
    shellKind,
  }) => {
    browserShellOnly(shellKind, 'only a browser hands files over')
    const path = put(folder, 'Going.mp3')
    await page.route('**/import', async (route) => {
      if (route.request().headers()['x-atelier-name'] === 'Going.mp3') change(path)
      await route.continue()
    })
    atelier.allow(/net::ERR_(UPLOAD_FILE_CHANGED|FILE_NOT_FOUND)/)
    await showTranscription(page)
    await choosePaths(page, path, put(folder, 'Staying.mp3'))
    await expect(desk.row(page, 'Staying')).toBeVisible()
    await expect(note(page, 'Going.mp3')).toContainText(wordsOf('en', 'transcription.errors.fileRefused'))
    expect(await transcripts(atelier)).toHaveLength(1)
    expect(soundRequests(gateway)).toHaveLength(1)
  })
}

test('a file of ten gigabytes is refused at once, and the rest continues', async ({
  chat: page,
  atelier,
  folder,
  shellKind,
}) => {
  browserShellOnly(shellKind, 'only a browser hands files over')
  const path = put(folder, 'Enormous.wav', smallRecording('talk.wav'))
  // sparse: takes no space on disk
  truncateSync(path, 10 * 1024 ** 3)
  await showTranscription(page)
  await choosePaths(page, path, put(folder, 'Staying.mp3'))
  await expect(note(page, 'Enormous.wav')).toContainText('This file is larger than 2 GB')
  await expect(desk.row(page, 'Staying')).toBeVisible()
  expect(await transcripts(atelier)).toHaveLength(1)
})
