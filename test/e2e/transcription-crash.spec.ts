import { openAnswerGate } from '../fakes/answer-gate.ts'
import { environmentOf, expect, test } from './fixtures.ts'
import { speech } from './recordings.ts'
import {
  chooseFiles,
  desk,
  newestTranscript,
  onlyJob,
  openTranscript,
  showTranscription,
  soundOf,
  soundRequests,
  wavFile,
} from './transcription-desk.ts'

// pieces of one megabyte last half a minute
const talk = speech(225, 3)

test('a crash during piece 5 of 9 loses at most that piece, and the rest continues', async ({ atelier, gateway }) => {
  test.slow()
  const gate = await openAnswerGate(gateway, '/v1/audio/transcriptions', 4)
  const environment = environmentOf({ baseUrl: gate.baseUrl, key: gateway.key })
  const page = await atelier.start({ environment })
  await atelier.call('settings.update', { pieceMegabytes: 1 })
  await showTranscription(page)
  await chooseFiles(page, wavFile('Long talk.wav', talk.wav))
  await expect.poll(() => gate.kept).toBe(1)
  await expect(desk.job(page, 'Long talk.wav')).toContainText('Piece 5 of 9')
  await atelier.kill()
  gate.open()

  await atelier.restart()
  await showTranscription(page)
  const row = desk.job(page, 'Long talk.wav')
  await expect(row).toContainText('No answer · 4 of 9 pieces done')
  await expect(row).toContainText('Atelier closed during the transcription.')
  await expect(row).toContainText('The gateway may have transcribed and charged it.')
  await expect(row).toContainText('4 of 9 pieces are transcribed and kept. Only the rest is sent.')
  const job = await onlyJob(atelier)
  expect(job).toMatchObject({ status: 'unknown', duration: talk.duration })
  const pieces = job?.pieces ?? []
  expect(pieces.map(({ state }) => state)).toEqual([...Array(4).fill('done'), ...Array(5).fill('waiting')])

  await test.step('a recording is cut within pauses, and nothing is missing between the pieces', () => {
    expect(pieces[0]?.from).toBe(0)
    expect(pieces.at(-1)?.to).toBeCloseTo(talk.duration, -1)
    for (const [index, piece] of pieces.entries()) {
      const next = pieces[index + 1]
      if (next === undefined) continue
      expect(next.from).toBeLessThanOrEqual(piece.to)
      // loudness has frames of 20 ms
      const pause = talk.pauses.find(({ from, to }) => from - 20 <= next.from && piece.to <= to + 20)
      expect(pause, `the cut from ${next.from} to ${piece.to} lies in a pause`).toBeDefined()
    }
  })

  await test.step('the transcribed part of a recording can be read', async () => {
    await openTranscript(page, 'Long talk')
    await expect(desk.view(page)).toContainText('Incomplete')
    const { segments } = await newestTranscript(atelier)
    expect(segments.at(-1)?.to).toBeLessThanOrEqual(pieces[3]?.to ?? 0)
  })

  // nothing that may be charged is sent automatically
  expect(soundRequests(gateway)).toHaveLength(5)
  await row.getByRole('button', { name: 'Send again', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Send this recording?' })
  await expect(question).toContainText('Sending it again may cost twice.')
  await expect(question).toContainText(/\d:\d\d of sound with demo-transcribe/)
  expect(soundRequests(gateway)).toHaveLength(5)
  await question.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect(desk.queue(page)).toHaveCount(0)

  const sent = soundRequests(gateway).map(soundOf)
  expect(sent).toHaveLength(10)
  const [again, ...others] = sent.slice(5)
  expect(again).toBe(sent[4])
  expect(new Set([...sent.slice(0, 5), ...others]).size).toBe(9)

  const transcript = await newestTranscript(atelier)
  expect(transcript.summary).toMatchObject({ complete: true, duration: talk.duration })
  let before = 0
  for (const { from, to, mended } of transcript.segments) {
    expect(from).toBeGreaterThanOrEqual(before)
    expect(to).toBeGreaterThanOrEqual(from ?? Number.POSITIVE_INFINITY)
    expect(mended).toBe(false)
    before = to ?? Number.POSITIVE_INFINITY
  }
  expect(before).toBeLessThanOrEqual(talk.duration)
  expect(before).toBeGreaterThan(talk.duration - 1000)
  await expect(desk.view(page)).not.toContainText('Incomplete')
  await gate.close()
})

test('a crash while a recording is queued loses nothing and costs nothing', async ({ atelier, gateway }) => {
  const gate = await openAnswerGate(gateway, '/v1/audio/transcriptions', 0)
  const page = await atelier.start({ environment: environmentOf({ baseUrl: gate.baseUrl, key: gateway.key }) })
  await atelier.call('settings.update', { transcriptionsAtOnce: 1 })
  await showTranscription(page)
  await chooseFiles(page, wavFile('First.wav', speech(5, 1).wav), wavFile('Second.wav', speech(6, 2).wav))
  await expect.poll(() => gate.kept).toBe(1)
  await expect(desk.job(page, 'Second.wav')).toContainText('Queued')
  await atelier.kill()
  gate.open()
  await atelier.restart()
  await showTranscription(page)
  // unsent pieces continue automatically; possibly charged ones wait for the user
  await expect(desk.row(page, 'Second')).toBeVisible()
  await expect(desk.job(page, 'First.wav')).toContainText('may have transcribed and charged it')
  expect(soundRequests(gateway)).toHaveLength(2)
  await desk.job(page, 'First.wav').getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect(desk.queue(page)).toHaveCount(0)
  expect(soundRequests(gateway)).toHaveLength(2)
  await gate.close()
})
