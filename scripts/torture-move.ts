// Moves the data folder, kills the app at random moments, then checks what the next start finds. `npm run torture:move
// -- [rounds] [seed]`. Exits with 1 if anything was lost, changed or left behind.
import { tortureMoves } from '../test/fakes/move-torture.ts'
import { randomFrom } from '../test/fakes/seeded-random.ts'

const rounds = Number(process.argv[2] ?? 50)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)

console.log(`${rounds} kills, seed ${seed}`)
const report = await tortureMoves({
  rounds,
  filling: { messages: 5000, files: 40, fileBytes: 1024 * 1024 },
  random: randomFrom(seed),
})
console.log(JSON.stringify({ rounds, seed, ...report, problems: report.problems.slice(0, 20) }, null, 2))
process.exitCode = report.problems.length === 0 ? 0 : 1
