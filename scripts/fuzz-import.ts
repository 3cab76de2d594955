// Inspects and imports mutated and crafted files. `npm run fuzz:import -- [files] [seed]`. Exits with 1 if a result
// broke a promise, or this thread was blocked.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ImportCheck } from '../test/fakes/import-check.ts'
import { ImportFuzz } from '../test/fakes/import-fuzz.ts'

const count = Number(process.argv[2] ?? 2_000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
/** Longest time for main to answer, in ms. */
const answerMaxMs = 100

const delay = monitorEventLoopDelay({ resolution: 10 })
/** Longest task of this thread in ms of CPU time, so that other programs do not count. */
let busiestMs = 0
const check = await ImportCheck.start({
  before() {
    delay.enable()
    let last = process.threadCpuUsage()
    const timer = setInterval(() => {
      const { system, user } = process.threadCpuUsage(last)
      busiestMs = Math.max(busiestMs, (system + user) / 1000)
      last = process.threadCpuUsage()
    }, 1)
    return () => {
      clearInterval(timer)
      delay.disable()
    }
  },
})
const fuzz = await ImportFuzz.make(seed, check.lures)
// compiles this thread's code before anything is measured
for (let number = 0; number < 3; number += 1) await check.verdict(fuzz.next())
delay.reset()
busiestMs = 0
const seen = { taken: 0, refused: 0 }
let problems = 0
let slow = 0
let longestMs = 0
let mostMs = 0
console.log(`${count} imports, seed ${seed}`)
for (let number = 1; number <= count && problems < 20; number += 1) {
  const given = fuzz.next()
  const { outcome, problem } = await check.verdict(given)
  seen[outcome] += 1
  longestMs = Math.max(longestMs, delay.max / 1e6)
  delay.reset()
  if (busiestMs > answerMaxMs) {
    slow += 1
    console.error(
      `import ${number} (${given.name}, ${given.bytes.length} bytes): main was busy for ${Math.round(busiestMs)} ms`,
    )
  }
  mostMs = Math.max(mostMs, busiestMs)
  busiestMs = 0
  if (number % 200 === 0) console.log(`${number}: ${JSON.stringify(seen)}`)
  if (problem === null) continue
  problems += 1
  console.error(`import ${number} (${given.name}): ${problem}`)
}
await check.end()
const rss = Math.round(process.resourceUsage().maxRSS / 1024)
console.log(
  `${JSON.stringify(seen)}, main busy for ${Math.round(mostMs)} ms at most, answered within ${Math.round(longestMs)} ms, peak ${rss} MB, ${problems} problems`,
)
process.exit(problems === 0 && slow === 0 ? 0 : 1)
