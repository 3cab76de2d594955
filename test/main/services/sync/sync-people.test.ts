import { expect, test } from 'vitest'
import { type PeopleResult, simulatePeople } from '../../../fakes/sync-people.ts'

test('computers whose users work at once have equal databases in the end', async () => {
  const results: PeopleResult[] = []
  for (let seed = 1; seed <= 3; seed += 1) {
    const result = await simulatePeople(seed)
    expect(result.problems, `seed ${seed}`).toEqual([])
    results.push(result)
  }
  // a run in which nothing happens would show nothing
  const sum = (of: (result: PeopleResult) => number) => results.reduce((all, result) => all + of(result), 0)
  expect(sum(({ messages }) => messages)).toBeGreaterThan(25)
  expect(sum(({ interruptions }) => interruptions)).toBeGreaterThan(8)
  expect(sum(({ restarts }) => restarts)).toBeGreaterThan(15)
})
