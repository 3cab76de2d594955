import { expect, test } from 'vitest'
import { tortureMoves } from '../../../fakes/move-torture.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'

// the long one is `npm run torture:move`
test('a move killed at random moments leaves the whole old folder in use, or the new one', async () => {
  const seed = Date.now() % 1_000_000
  const report = await tortureMoves({
    rounds: 6,
    filling: { messages: 400, files: 12, fileBytes: 1_000_000 },
    random: randomFrom(seed),
  })
  expect(report.problems, `seed ${seed}`).toEqual([])
}, 600_000)
