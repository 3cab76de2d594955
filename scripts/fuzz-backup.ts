// Restores made-up and mutated backups, and starts the app with each accepted one. `npm run fuzz:backup -- [backups]
// [seed]`. Exits with 1 unless each backup was refused, or accepted without causing any action.

import { BackupTrial } from '../test/fakes/backup-check.ts'
import { BackupFuzz } from '../test/fakes/backup-fuzz.ts'

const count = Number(process.argv[2] ?? 2_000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)

const trial = new BackupTrial()
const { good, temptations } = await trial.begin()
const fuzz = new BackupFuzz(seed, good, temptations)
const seen: Record<string, number> = {}
let problems = 0
console.log(`${count} backups, seed ${seed}`)
for (let number = 1; number <= count && problems < 20; number += 1) {
  const { name, bytes } = fuzz.next()
  const { outcome, problem } = await trial.verdictOn(bytes)
  seen[outcome] = (seen[outcome] ?? 0) + 1
  if (number % 200 === 0) console.log(`${number}: ${JSON.stringify(seen)}`)
  if (problem === null) continue
  problems += 1
  console.error(`backup ${number} (${name}): ${problem}`)
}
trial.end()
console.log(`${JSON.stringify(seen)}, ${problems} problems`)
process.exit(problems === 0 ? 0 : 1)
