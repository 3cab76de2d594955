import { afterAll, expect, test } from 'vitest'
import { BackupTrial } from '../../../fakes/backup-check.ts'
import { BackupFuzz } from '../../../fakes/backup-fuzz.ts'

const seed = Number(process.env.BACKUP_SEED ?? 20261122)
const trial = new BackupTrial()
afterAll(() => trial.end())

// the long one is `npm run fuzz:backup`
test(`every invented backup is refused, or restored without effects outside (seed ${seed})`, async () => {
  const { good, temptations } = await trial.begin()
  expect(await trial.verdictOn(good)).toEqual({ outcome: 'taken', problem: null })
  const fuzz = new BackupFuzz(seed, good, temptations)
  const outcomes = new Set<string>()
  for (let number = 1; number <= 30; number += 1) {
    const { name, bytes } = fuzz.next()
    const { outcome, problem } = await trial.verdictOn(bytes)
    outcomes.add(outcome)
    expect(problem, `backup ${number}, ${name}`).toBeNull()
  }
  expect([...outcomes]).toEqual(expect.arrayContaining(['taken', 'backup_damaged']))
})
