// Decodes mutated pictures. `npm run fuzz:pictures -- [pictures] [seed]`. Exits with 1 if the decoder ended its thread,
// took too long, or broke a promise.

import type { Worker } from 'node:worker_threads'
import { pictureAnswerSchema } from '../src/main/media/picture-messages.ts'
import { gradient } from '../test/fakes/hostile-pictures.ts'
import { verdictOn } from '../test/fakes/picture-check.ts'
import { PictureFuzz } from '../test/fakes/picture-fuzz.ts'

const count = Number(process.argv[2] ?? 10_000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)

const fuzz = await PictureFuzz.of(seed)
const whole = await gradient(60, 40, true).png().toBuffer()
let problems = 0
let taken = 0
let longestMs = 0
let threads = 0
/** Threads that trapped or ran out of memory; their picture was tried once more on a new one. */
let gaveUp = 0
process.on('worker', (thread: Worker) => {
  threads += 1
  thread.on('error', () => {
    gaveUp += 1
  })
  thread.on('message', (answer: unknown) => {
    const parsed = pictureAnswerSchema.safeParse(answer)
    if (parsed.success && !parsed.data.ok && parsed.data.spoiled) gaveUp += 1
  })
})
console.log(`${count} pictures, seed ${seed}`)
for (let number = 1; number <= count && problems < 20; number += 1) {
  const { name, bytes } = fuzz.next()
  const started = performance.now()
  const verdict = await verdictOn(bytes, whole)
  longestMs = Math.max(longestMs, performance.now() - started)
  if (verdict.taken) taken += 1
  if (number % 1_000 === 0) console.log(`${number}: ${taken} decoded, ${threads} threads, ${gaveUp} gave up`)
  if (verdict.problem === null) continue
  problems += 1
  console.error(`picture ${number} (${name}): ${verdict.problem}\n${bytes.toString('base64').slice(0, 4_000)}`)
}
const rss = Math.round(process.resourceUsage().maxRSS / 1024)
console.log(
  `${taken} decoded, ${threads} threads, ${gaveUp} gave up, longest ${Math.round(longestMs)} ms, peak ${rss} MB, ${problems} problems`,
)
process.exit(problems === 0 ? 0 : 1)
