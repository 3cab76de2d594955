import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { compare, countCuts, planSound, soundOf } from '../fakes/known-sound.ts'
import { environmentOf, expect, test } from './fixtures.ts'
import { wavOf } from './recordings.ts'
import { chooseFiles, desk, newestTranscript, onlyJob, showTranscription, wavFile } from './transcription-desk.ts'

/** Longest piece of one megabyte, in ms. */
const longest = Math.floor((1024 * 1024 - 44) / 640) * 20

test('each word of a recording sent in pieces appears once, at its time', async ({ atelier }) => {
  test.slow()
  // the second part without a pause is longer than a cut's reach
  const known = planSound(
    420,
    [
      { from: 60, to: 68 },
      { from: 150, to: 190 },
    ],
    11,
  )
  const gateway = await createDemoGateway({ hears: true })
  const page = await atelier.start({ environment: environmentOf(gateway) })
  await atelier.call('settings.update', { pieceMegabytes: 1 })
  await showTranscription(page)
  // its pieces are listed while it runs
  const heal = gateway.addFaults('delay;ms=2000', '/v1/audio/')
  const samples = new Int16Array(known.duration * 16)
  let at = 0
  for (const part of soundOf(known)) {
    samples.set(part, at)
    at += part.length
  }
  await chooseFiles(page, wavFile('Known.wav', wavOf(samples)))
  await expect.poll(async () => (await onlyJob(atelier))?.status, { intervals: [100] }).toBe('sending')
  const pieces = (await onlyJob(atelier))?.pieces ?? []
  heal()
  expect(pieces.length).toBeGreaterThan(12)
  const cuts = countCuts(known, pieces, longest)
  expect(cuts.wrong).toEqual([])
  expect(cuts.inSilence).toBeGreaterThan(10)
  // where no pause was in reach
  expect(cuts.inWords).toBeGreaterThan(0)
  await expect(desk.queue(page)).toHaveCount(0)
  const { segments, summary } = await newestTranscript(atelier)
  expect(summary).toMatchObject({ complete: true, duration: known.duration })
  const { missing, extra, worst } = compare(known, segments)
  expect({ missing, extra }).toEqual({ missing: [], extra: [] })
  expect(worst).toBeLessThanOrEqual(50)
  await gateway.close()
})
