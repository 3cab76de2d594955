// Attaches mutated documents to chats and adds them to a collection. `npm run fuzz:documents -- [files] [seed]`. Exits
// with 1 if a result broke a promise, or main was held for too long.

import { DocumentCheck } from '../test/fakes/document-check.ts'
import { DocumentFuzz } from '../test/fakes/document-fuzz.ts'

const count = Number(process.argv[2] ?? 2_000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
const bytesMax = 5 * 1024 * 1024
/** Longest time for which main may be held at a stretch, in ms. */
const busyMaxMs = 50

const fuzz = new DocumentFuzz(seed, bytesMax)
const check = await DocumentCheck.start()
// compiles this thread's code before anything is measured
for (let number = 0; number < 5; number += 1) await check.verdict(fuzz.next())
const seen = new Map<string, number>()
let problems = 0
let slow = 0
let busiestMs = 0
console.log(`${count} files, seed ${seed}`)
for (let number = 1; number <= count && problems < 20; number += 1) {
  const given = fuzz.next()
  const { busyMs, chat, knowledge, problem } = await check.verdict(given)
  for (const outcome of [`chat ${chat}`, `collection ${knowledge}`]) seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
  busiestMs = Math.max(busiestMs, busyMs)
  if (busyMs > busyMaxMs) {
    slow += 1
    console.error(
      `file ${number} (${given.name}, ${given.bytes.length} bytes): main was held for ${Math.round(busyMs)} ms`,
    )
  }
  if (number % 100 === 0) console.log(`${number}: ${JSON.stringify(Object.fromEntries(seen))}`)
  if (problem === null) continue
  problems += 1
  console.error(`file ${number} (${given.name}): ${problem}\n${given.bytes.subarray(0, 1_000).toString('base64')}`)
}
await check.end()
const rss = Math.round(process.resourceUsage().maxRSS / 1024)
console.log(
  `${JSON.stringify(Object.fromEntries(seen))}, main held for ${Math.round(busiestMs)} ms at most, peak ${rss} MB, ${problems} problems, ${slow} slow`,
)
process.exit(problems === 0 && slow === 0 ? 0 : 1)
