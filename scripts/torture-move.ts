// Moves the data folder, kills the app at random moments, then checks what the next start finds. `npm run torture:move
// -- [rounds] [seed]`. Exits with 1 if anything was lost, changed or left behind.
import { tortureMoves } from '../test/fakes/move-torture.ts'
import { randomFrom } from '../test/fakes/seeded-random.ts'
import { roundsAndSeed } from './torture-arguments.ts'

const { rounds, seed } = roundsAndSeed(50)

console.log(`${rounds} kills, seed ${seed}`)
const report = await tortureMoves({
  rounds,
  filling: { messages: 5000, files: 40, fileBytes: 1024 * 1024 },
  random: randomFrom(seed),
})
console.log(JSON.stringify({ rounds, seed, ...report, problems: report.problems.slice(0, 20) }, null, 2))
process.exitCode = report.problems.length === 0 ? 0 : 1
