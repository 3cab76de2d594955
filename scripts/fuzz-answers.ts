// Reads mutated answers of the demo gateway with every decoder. `npm run fuzz:answers -- [answers] [seed]`. Exits with
// 1 if a decoder threw, or dropped paid content.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AnswerFuzz, problemWith, realAnswers } from '../test/fakes/answer-fuzz.ts'

const count = Number(process.argv[2] ?? 100_000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)

const folder = mkdtempSync(join(tmpdir(), 'atelier-fuzz-'))
const fuzz = new AnswerFuzz(seed, await realAnswers(folder))
const byEndpoint = new Map<string, number>()
let problems = 0
let longestMs = 0
console.log(`${count} answers, seed ${seed}`)
for (let number = 1; number <= count && problems < 20; number += 1) {
  const answer = fuzz.next()
  const name = `${answer.endpoint} ${answer.name}`
  byEndpoint.set(name, (byEndpoint.get(name) ?? 0) + 1)
  const started = performance.now()
  const problem = await problemWith(answer, folder).catch((cause: unknown) => `threw ${String(cause)}`)
  longestMs = Math.max(longestMs, performance.now() - started)
  if (problem === null) continue
  problems += 1
  console.error(`answer ${number} (${name}): ${problem}\n${JSON.stringify(answer.body.toString().slice(0, 2000))}`)
}
rmSync(folder, { recursive: true, force: true })
for (const [name, times] of byEndpoint) console.log(`${name}: ${times}`)
console.log(`longest ${Math.round(longestMs)} ms, ${problems} problems`)
process.exit(problems === 0 ? 0 : 1)
