import type { Page } from '@playwright/test'
import { aiffFile, cafFile, waveFile } from '../fakes/sound-files.ts'
import { expect, test } from './fixtures.ts'
import { amr, silence, smallDuration, smallRecording, speech } from './recordings.ts'
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

/** Every format as a small file, with its usual content type. */
const formats = [
  { name: 'talk.mp3', mimeType: 'audio/mpeg' },
  { name: 'talk.m4a', mimeType: 'audio/mp4' },
  { name: 'talk.wav', mimeType: 'audio/wav' },
  { name: 'talk.flac', mimeType: 'audio/flac' },
  { name: 'talk.ogg', mimeType: 'audio/ogg' },
  { name: 'talk.opus', mimeType: 'audio/ogg' },
  { name: 'talk.webm', mimeType: 'audio/webm' },
  { name: 'talk.aac', mimeType: 'audio/aac' },
  { name: 'film.mp4', mimeType: 'video/mp4' },
  { name: 'film.mov', mimeType: 'video/quicktime' },
  { name: 'film.webm', mimeType: 'video/webm' },
  { name: 'film.mkv', mimeType: 'video/x-matroska' },
] as const

for (const { name, mimeType } of formats) {
  test(`${mimeType}, named ${name}, becomes a transcript`, async ({ chat: page, atelier, gateway }) => {
    await showTranscription(page)
    await chooseFiles(page, { name, mimeType, buffer: smallRecording(name) })
    await openTranscript(page, name.replace(/\..*$/, ''))
    const { summary, segments } = await newestTranscript(atelier)
    expect(summary.complete).toBe(true)
    // formats with fixed frames add a little silence
    expect(Math.abs((summary.duration ?? 0) - smallDuration)).toBeLessThan(250)
    expect(segments.every(({ mended }) => !mended)).toBe(true)
    expect(soundRequests(gateway)).toHaveLength(1)
    expect(soundRequests(gateway)[0]?.status).toBe(200)
    await expect(desk.queue(page)).toHaveCount(0)
  })
}

test('AAC with sound before time zero is read on a slow disk', async ({ chat: page, atelier, gateway }) => {
  // long enough that the worker reports its first sound at once
  await page.route('**/media/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 250))
    await route.continue()
  })
  await showTranscription(page)
  await chooseFiles(page, { name: 'talk.m4a', mimeType: 'audio/mp4', buffer: smallRecording('talk.m4a') })
  await openTranscript(page, 'talk')
  expect((await newestTranscript(atelier)).summary.complete).toBe(true)
  expect(soundRequests(gateway)).toHaveLength(1)
})

/** Waits until the valid recording at the end of the queue is transcribed. */
async function lastOfLine(page: Page): Promise<void> {
  await expect(desk.row(page, 'Last of the line')).toBeVisible()
}

const last = wavFile('Last of the line.wav', talk.wav)

test('a file that is not a recording shows its own reason, and the rest of the queue continues', async ({
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
      .filter({ hasText: `“${name}” was not added` })
  await expect(refused('empty.mp3')).toContainText('This file is empty, cannot be read, or was changed or removed.')
  await expect(desk.job(page, 'letter.mp3')).toContainText('Atelier found no audio or video in this file.')
  await expect(desk.job(page, 'silence.wav')).toContainText('No audible sound was found in this recording.')
  expect(await transcripts(atelier)).toHaveLength(1)
  // none of them cost anything
  expect(soundRequests(gateway)).toHaveLength(1)
})

test('a film without sound and a truncated recording have different messages, and the rest continues', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  // its index is at the end, which is missing
  const m4a = smallRecording('talk.m4a')
  await showTranscription(page)
  await chooseFiles(
    page,
    { name: 'no sound.mp4', mimeType: 'video/mp4', buffer: smallRecording('no-sound.mp4') },
    { name: 'cut off.m4a', mimeType: 'audio/mp4', buffer: m4a.subarray(0, Math.floor(m4a.length / 2)) },
    last,
  )
  await lastOfLine(page)
  await expect(desk.job(page, 'no sound.mp4')).toContainText('This file has no sound.')
  await expect(desk.job(page, 'cut off.m4a')).toContainText('This recording could not be read to the end.')
  expect(await transcripts(atelier)).toHaveLength(1)
  expect(soundRequests(gateway)).toHaveLength(1)
})

test('twelve unusual recordings, dropped at once, each become a transcript or show a reason', async ({
  chat: page,
  atelier,
  gateway,
}) => {
  const sound = { rate: 16_000, samples: new Int16Array(Uint8Array.from(talk.wav.subarray(44)).buffer) }
  const named = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer })
  const small = (name: string) => named(name, smallRecording(name))
  await showTranscription(page)
  await chooseFiles(
    page,
    named('crashed.wav', waveFile(sound, { dataSize: 0, riffSize: 0 })),
    named('piped.wav', waveFile(sound, { dataSize: 0xffff_ffff, riffSize: 0xffff_ffff })),
    named('mac.aiff', aiffFile(sound)),
    named('phone.caf', cafFile(sound)),
    named('memo.amr', amr(12)),
    small('joined.mp3'),
    small('tracks.mkv'),
    named('receiver.m2ts', smallRecording('receiver.m2ts')),
    small('talk.wma'),
    small('talk.avi'),
    small('talk.oga'),
    small('talk.spx'),
  )
  await expect.poll(async () => (await transcripts(atelier)).length).toBe(10)
  const kinds = { 'talk.wma': 'WMA', 'talk.avi': 'AVI' }
  for (const [name, kind] of Object.entries(kinds))
    await expect(desk.job(page, name)).toContainText(
      `Atelier cannot open ${kind} here, and the gateway refused the file as it is. Save it as MP3 or M4A to transcribe it.`,
    )
  const found = await transcripts(atelier)
  const lengthOf = (all: typeof found, name: string): number => all.find(({ title }) => title === name)?.duration ?? 0
  for (const title of ['crashed', 'piped', 'mac', 'phone']) expect(lengthOf(found, title)).toBe(talk.duration)
  // both parts: the first has another rate and one channel
  await expect.poll(async () => lengthOf(await transcripts(atelier), 'joined')).toBeGreaterThan(2 * smallDuration - 250)
  // the sender's clock of MPEG-TS does not begin at zero
  expect(lengthOf(found, 'receiver')).toBeLessThan(smallDuration + 250)
  const tracks = found.find(({ title }) => title === 'tracks')?.sound
  expect([tracks?.taken, tracks?.tracks.map(({ name }) => name), tracks?.tracks[0]?.loudness]).toEqual([
    1,
    [null, 'Microphone'],
    -100,
  ])
  // each was sent once; a refusal costs nothing
  const statuses = soundRequests(gateway).map(({ status }) => status)
  expect([statuses.filter((status) => status === 200).length, statuses.length]).toEqual([10, 12])
})

test('a recording with the wrong file extension is read in its real format', async ({ chat: page, atelier }) => {
  await showTranscription(page)
  await chooseFiles(page, { name: 'liar.mp3', mimeType: 'audio/mpeg', buffer: talk.wav })
  await openTranscript(page, 'liar')
  expect((await newestTranscript(atelier)).summary).toMatchObject({ complete: true, duration: talk.duration })
})

test('the transcript of a model without times can be edited', async ({ chat: page, atelier, gateway }) => {
  const refusal = 'delay;ms=3000, fail;status=400;message=response_format verbose_json is not supported'
  const heal = gateway.addFaults(refusal, '/v1/audio/')
  await showTranscription(page)
  await chooseFiles(page, last)
  // only the first request is refused; its fault has been counted
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
