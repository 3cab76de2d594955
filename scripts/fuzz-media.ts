// Reads mutated videos and sound. `npm run fuzz:media -- [files] [seed]`. Exits with 1 if a result broke a promise, or
// this thread was blocked.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { MediaReader } from '../src/main/media/media-reader.ts'
import { verdictOnMedia } from '../test/fakes/media-check.ts'
import { MediaFuzz } from '../test/fakes/media-fuzz.ts'

const count = Number(process.argv[2] ?? 20_000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
/** Shorter than the app's, because thousands of files are read. */
const deadlineMs = 2_000

const folder = mkdtempSync(join(tmpdir(), 'atelier-fuzz-media-'))
const fuzz = new MediaFuzz(seed)
const reader = new MediaReader({ deadlineMs })
const seen = { video: 0, none: 0, 'not-read': 0 }
let sound = 0
let problems = 0
let threads = 0
process.on('worker', () => {
  threads += 1
})
// starts the thread and compiles this one before anything is measured
await verdictOnMedia(reader, join(folder, 'file'), fuzz.next().bytes)
const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
console.log(`${count} files, seed ${seed}`)
for (let number = 1; number <= count && problems < 20; number += 1) {
  const { name, bytes } = fuzz.next()
  const { outcome, isWholeSound, problem } = await verdictOnMedia(reader, join(folder, 'file'), bytes)
  seen[outcome] += 1
  if (isWholeSound) sound += 1
  if (number % 1_000 === 0) console.log(`${number}: ${JSON.stringify(seen)}, ${threads} threads`)
  if (problem === null) continue
  problems += 1
  console.error(`file ${number} (${name}): ${problem}\n${bytes.toString('base64').slice(0, 4_000)}`)
}
delay.disable()
rmSync(folder, { recursive: true, force: true })
const longestMs = Math.round(delay.max / 1e6)
const rss = Math.round(process.resourceUsage().maxRSS / 1024)
console.log(
  `${JSON.stringify(seen)}, ${sound} with sound, ${threads} threads, main answered within ${longestMs} ms, peak ${rss} MB, ${problems} problems`,
)
process.exit(problems === 0 && longestMs <= 100 ? 0 : 1)
