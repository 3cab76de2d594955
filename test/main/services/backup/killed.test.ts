import { expect, test } from 'vitest'
import { tortureBackups } from '../../../fakes/backup-torture.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'

// the long one is `npm run torture:backup`
test('a backup or restore killed at random moments loses nothing, and verifies nothing wrongly', async () => {
  const seed = Date.now() % 1_000_000
  const report = await tortureBackups({
    rounds: 5,
    filling: { messages: 400, files: 3, fileBytes: 200_000 },
    random: randomFrom(seed),
  })
  expect(report.problems, `seed ${seed}`).toEqual([])
})
