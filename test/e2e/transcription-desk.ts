import { expect, type Locator, type Page } from '@playwright/test'
import type { DemoGateway, RecordedRequest } from '../../src/demo-gateway/server.ts'
import type { Transcript, TranscriptionJob, TranscriptSummary } from '../../src/shared/transcript.ts'
import { type Caller, parts } from './page-parts.ts'

/** Elements of the panel by role and name, in English. */
export const desk = {
  side: (page: Page): Locator => page.getByRole('complementary', { name: 'Transcripts' }),
  model: (page: Page): Locator => desk.side(page).getByRole('button', { name: /^Model: / }),
  queue: (page: Page): Locator => page.getByRole('region', { name: 'Queue' }),
  job: (page: Page, name: string): Locator =>
    desk
      .queue(page)
      .getByRole('listitem')
      .filter({ has: page.getByText(name, { exact: true }) }),
  library: (page: Page): Locator => page.getByRole('list', { name: 'Transcripts', exact: true }),
  rows: (page: Page): Locator => desk.library(page).getByRole('listitem'),
  row: (page: Page, title: string): Locator =>
    desk.library(page).locator('[data-transcript]').filter({ hasText: title }),
  view: (page: Page): Locator => page.getByRole('region', { name: 'Transcript', exact: true }),
  segments: (page: Page): Locator => page.getByRole('list', { name: 'Text', exact: true }).getByRole('listitem'),
  texts: (page: Page): Locator => desk.segments(page).locator('[data-segment]'),
  editor: (page: Page): Locator => desk.segments(page).locator('textarea'),
  media: (page: Page): Locator => desk.view(page).locator('audio, video'),
  button: (page: Page, name: string): Locator => desk.view(page).getByRole('button', { name, exact: true }),
} as const

export interface SoundFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

export function wavFile(name: string, buffer: Buffer): SoundFile {
  return { name, mimeType: 'audio/wav', buffer }
}

/** Shows the panel. */
export async function showTranscription(page: Page): Promise<void> {
  await parts
    .panels(page)
    .getByRole('button', { name: /^Transcribe/ })
    .click()
  await expect(desk.side(page)).toBeVisible()
}

/** Chooses files as the system's dialog would return them. */
export async function chooseFiles(page: Page, ...files: readonly SoundFile[]): Promise<void> {
  await desk
    .side(page)
    .locator('input[type=file]')
    .setInputFiles([...files])
}

/** Adds a recording and opens its transcript. */
export async function transcribe(page: Page, file: SoundFile): Promise<void> {
  await chooseFiles(page, file)
  await openTranscript(page, titleOf(file.name))
}

export async function openTranscript(page: Page, title: string): Promise<void> {
  await desk.row(page, title).click()
  await expect(desk.view(page).getByRole('heading', { name: title })).toBeVisible()
  await expect(desk.segments(page).first()).toBeVisible()
}

/** The initial title of a transcript. */
export function titleOf(fileName: string): string {
  return fileName.replace(/\.[^.]+$/, '')
}

/** The transcripts in main, newest first. */
export async function transcripts(atelier: Caller): Promise<readonly TranscriptSummary[]> {
  return (await atelier.call('transcripts.list', { query: '', offset: 0, limit: 100 })).transcripts
}

/** The newest transcript. */
export async function newestTranscript(atelier: Caller): Promise<Transcript> {
  const [newest] = await transcripts(atelier)
  if (newest === undefined) throw new Error('there is no transcript')
  return await atelier.call('transcripts.get', { transcriptId: newest.id })
}

/** The only running or unsuccessful job in main. */
export async function onlyJob(atelier: Caller): Promise<TranscriptionJob | undefined> {
  return (await atelier.call('transcription.jobs', { offset: 0, limit: 50 })).jobs[0]
}

/** Transcription requests received by a gateway, oldest first. */
export function soundRequests(gateway: DemoGateway): readonly RecordedRequest[] {
  return gateway.requests().filter(({ path }) => path === '/v1/audio/transcriptions')
}

/** Hash of the sound in a request. */
export function soundOf(request: RecordedRequest): string {
  const file = request.form?.file
  if (file === undefined || typeof file === 'string') throw new Error('the request has no file')
  return file.sha256
}
