// Lets users work at computers with real databases that share a place with faults. `npm run torture:sync -- [runs] [seed]`.
// Exits with 1 if the databases differ in the end, or show something else than their versions say.
import { simulatePeople } from '../test/fakes/sync-people.ts'
import { roundsAndSeed } from './torture-arguments.ts'

const { rounds: runs, seed } = roundsAndSeed(200)
const sums = { computers: 0, versions: 0, interruptions: 0, restarts: 0, losses: 0 }
let broken = 0
for (let at = seed; at < seed + runs; at += 1) {
  const { computers, interruptions, losses, problems, restarts, versions } = await simulatePeople(at)
  sums.computers += computers
  sums.versions += versions
  sums.interruptions += interruptions
  sums.restarts += restarts
  sums.losses += losses
  if (problems.length === 0) continue
  broken += 1
  process.stdout.write(`seed ${at}:\n${problems.slice(0, 5).join('\n')}\n`)
}
process.stdout.write(
  `${runs} runs from seed ${seed}: ${sums.computers} computers, ${sums.versions} versions, ${sums.interruptions} interruptions, ${sums.restarts} restarts, ${sums.losses} lost ledgers, ${broken} broken\n`,
)
process.exitCode = broken === 0 ? 0 : 1
