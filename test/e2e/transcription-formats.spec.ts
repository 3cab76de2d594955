import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ffmpegAbsent, madeOf, silence, speech } from './recordings.ts'
import {
  chooseFiles,
  desk,
  newestTranscript,
  openTranscript,
  showTranscription,
  soundRequests,
  transcripts,
  wavFile,
} from './transcription-desk.ts'

const talk = speech(8, 5)
const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=5:duration=8', '-shortest']

/** How ffmpeg makes each format, and what a system calls it. */
const formats = [
  { name: 'Talk.mp3', mimeType: 'audio/mpeg', args: [] },
  { name: 'Talk.m4a', mimeType: 'audio/mp4', args: ['-c:a', 'aac'] },
  { name: 'Talk.flac', mimeType: 'audio/flac', args: [] },
  { name: 'Talk.ogg', mimeType: 'audio/ogg', args: ['-c:a', 'libvorbis'] },
  { name: 'Talk.opus', mimeType: 'audio/ogg', args: ['-c:a', 'libopus'] },
  { name: 'Talk.webm', mimeType: 'audio/webm', args: ['-c:a', 'libopus'] },
  { name: 'Talk.aac', mimeType: 'audio/aac', args: ['-c:a', 'aac'] },
  { name: 'Film.mp4', mimeType: 'video/mp4', args: [...picture, '-c:v', 'mpeg4', '-c:a', 'aac'] },
  { name: 'Film.mov', mimeType: 'video/quicktime', args: [...picture, '-c:v', 'mpeg4', '-c:a', 'aac'] },
  { name: 'Film.webm', mimeType: 'video/webm', args: [...picture, '-c:v', 'libvpx', '-c:a', 'libopus'] },
  { name: 'Film.mkv', mimeType: 'video/x-matroska', args: [...picture, '-c:v', 'mpeg4', '-c:a', 'libopus'] },
] as const

for (const { name, mimeType, args } of formats) {
  test(`${mimeType}, named ${name}, becomes a transcript`, async ({ chat: page, atelier, gateway }) => {
    test.skip(ffmpegAbsent !== null, ffmpegAbsent ?? '')
    await showTranscription(page)
    await chooseFiles(page, { name, mimeType, buffer: madeOf(talk.wav, name, ...args) })
    await openTranscript(page, name.replace(/\..*$/, ''))
    const { summary, segments } = await newestTranscript(atelier)
    expect(summary.complete).toBe(true)
    // formats that only know whole frames add a little of silence
    expect(Math.abs((summary.duration ?? 0) - talk.duration)).toBeLessThan(250)
    expect(segments.every(({ mended }) => !mended)).toBe(true)
    expect(soundRequests(gateway)).toHaveLength(1)
    expect(soundRequests(gateway)[0]?.status).toBe(200)
    await expect(desk.queue(page)).toHaveCount(0)
  })
}

/** Waits until the good recording at the end of the line is transcribed. */
async function lastOfLine(page: Page): Promise<void> {
  await expect(desk.row(page, 'Last of the line')).toBeVisible()
}

const last = wavFile('Last of the line.wav', talk.wav)

test('what is no recording is told in words of its own, and the rest of the queue goes on', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  await showTranscription(page)
  await chooseFiles(
    page,
    { name: 'empty.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(0) },
    { name: 'letter.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('Dear Sir or Madam, '.repeat(400)) },
    wavFile('silence.wav', silence(4)),
    last,
  )
  await lastOfLine(page)
  const refused = (name: string) =>
    desk
      .side(page)
      .getByRole('alert')
      .filter({ hasText: `“${name}” was not taken` })
  await expect(refused('empty.mp3')).toContainText('This file is empty or cannot be read.')
  await expect(desk.job(page, 'letter.mp3')).toContainText('This is not a recording.')
  await expect(desk.job(page, 'silence.wav')).toContainText('There is nothing to be heard in this recording.')
  expect(await transcripts(atelier)).toHaveLength(1)
  // none of them cost anything
  expect(soundRequests(gateway)).toHaveLength(1)
})

test('a film without sound and a recording that was cut off are told apart, and the rest goes on', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  test.skip(ffmpegAbsent !== null, ffmpegAbsent ?? '')
  const silent = madeOf(talk.wav, 'x.mp4', ...picture, '-map', '1:v', '-c:v', 'mpeg4', '-an')
  // its list of what is where comes at the end, which is missing
  const m4a = madeOf(talk.wav, 'x.m4a', '-c:a', 'aac')
  await showTranscription(page)
  await chooseFiles(
    page,
    { name: 'no sound.mp4', mimeType: 'video/mp4', buffer: silent },
    { name: 'cut off.m4a', mimeType: 'audio/mp4', buffer: m4a.subarray(0, Math.floor(m4a.length / 2)) },
    last,
  )
  await lastOfLine(page)
  await expect(desk.job(page, 'no sound.mp4')).toContainText('There is no sound in this file.')
  await expect(desk.job(page, 'cut off.m4a')).toContainText(
    'This recording is damaged and could not be read to its end.',
  )
  expect(await transcripts(atelier)).toHaveLength(1)
  expect(soundRequests(gateway)).toHaveLength(1)
})

test('a recording that goes by the name of another format is read as what it is', async ({ chat: page, atelier }) => {
  await showTranscription(page)
  await chooseFiles(page, { name: 'liar.mp3', mimeType: 'audio/mpeg', buffer: talk.wav })
  await openTranscript(page, 'liar')
  expect((await newestTranscript(atelier)).summary).toMatchObject({ complete: true, duration: talk.duration })
})

test('a model that gives no times gives a text that can be edited all the same', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  const refusal = 'delay;ms=3000, fail;status=400;message=response_format verbose_json is not supported'
  const heal = gateway.addFaults(refusal, '/v1/audio/')
  await showTranscription(page)
  await chooseFiles(page, last)
  // only this first request is refused: it was taken with its trouble
  await expect.poll(() => soundRequests(gateway).length, { intervals: [20] }).toBe(1)
  heal()
  await openTranscript(page, 'Last of the line')
  expect(soundRequests(gateway).map(({ form }) => form?.response_format)).toEqual(['verbose_json', 'json'])
  expect((await newestTranscript(atelier)).segments.every(({ from }) => from === null)).toBe(true)
  await desk.texts(page).first().click()
  await desk.editor(page).fill('Plain words.')
  await page.keyboard.press('Control+Enter')
  await expect(desk.texts(page).first()).toHaveText('Plain words.')
  await expect.poll(async () => (await newestTranscript(atelier)).segments[0]?.text).toBe('Plain words.')
})
