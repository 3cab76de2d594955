// Reads mutated videos and sound. `npm run fuzz:media -- [files] [seed]`. Exits with 1 if a result broke a promise, or
// this thread was busy for too long at a stretch, by its own processor time: other programs do not count.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MediaReader } from '../src/main/media/media-reader.ts'
import { LoopWatch } from '../test/fakes/loop-watch.ts'
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
const watch = new LoopWatch()
let longest = { ms: 0, file: '' }
console.log(`${count} files, seed ${seed}`)
for (let number = 1; number <= count && problems < 20; number += 1) {
  const { name, bytes } = fuzz.next()
  const { outcome, isWholeSound, problem } = await watch.during(() =>
    verdictOnMedia(reader, join(folder, 'file'), bytes),
  )
  const ms = watch.take()
  if (ms > longest.ms) longest = { ms, file: `${number}, ${name}` }
  seen[outcome] += 1
  if (isWholeSound) sound += 1
  if (number % 1_000 === 0) console.log(`${number}: ${JSON.stringify(seen)}, ${threads} threads`)
  if (problem === null) continue
  problems += 1
  console.error(`file ${number} (${name}): ${problem}\n${bytes.toString('base64').slice(0, 4_000)}`)
}
rmSync(folder, { recursive: true, force: true })
const longestMs = Math.round(longest.ms)
const rss = Math.round(process.resourceUsage().maxRSS / 1024)
console.log(
  `${JSON.stringify(seen)}, ${sound} with sound, ${threads} threads, main was busy for ${longestMs} ms (file ${longest.file}), peak ${rss} MB, ${problems} problems`,
)
process.exit(problems === 0 && longestMs <= 100 ? 0 : 1)
