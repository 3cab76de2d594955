import { describe, expect, test } from 'vitest'
import * as exchange from '../../../../src/main/services/sync/exchange.ts'
import * as state from '../../../../src/main/services/sync/history-state.ts'
import * as shown from '../../../../src/main/services/sync/shown-value.ts'
import * as version from '../../../../src/main/services/sync/version.ts'
import { mutants, withMutant } from '../../../fakes/sync-mutants.ts'
import { type SimulationResult, simulateSync } from '../../../fakes/sync-simulation.ts'

const modules = { exchange, state, shown, version }

describe('computers that share a place with faults', () => {
  test('all get the same history, without losing or bringing back anything', async () => {
    const results: SimulationResult[] = []
    for (let seed = 1; seed <= 25; seed += 1) {
      const result = await simulateSync(modules, seed)
      expect(result.problems, `seed ${seed}`).toEqual([])
      results.push(result)
    }
    // a run that meets no fault would show nothing
    const sum = (of: (result: SimulationResult) => number) => results.reduce((all, result) => all + of(result), 0)
    expect(sum(({ interruptions }) => interruptions)).toBeGreaterThan(100)
    expect(sum(({ snapshots }) => snapshots)).toBeGreaterThan(10)
    expect(sum(({ restores }) => restores)).toBeGreaterThan(3)
    expect(sum(({ hasGoneBack }) => Number(hasGoneBack))).toBeGreaterThan(5)
    expect(sum(({ withOthers }) => withOthers)).toBeGreaterThan(25)
  })
})

describe('the simulation notices each rule that is left out', () => {
  test.each(mutants)('$name', async (mutant) => {
    await withMutant(mutant, async (faulty) => {
      expect(await firstBreach(faulty, mutant.seed)).not.toBeNull()
    })
  })
})

/** Returns the first seed with a problem; null if there is none among 400. */
async function firstBreach(faulty: typeof modules, start: number): Promise<number | null> {
  for (let seed = start; seed < start + 400; seed += 1) {
    const isBroken = await simulateSync(faulty, seed).then(
      ({ problems }) => problems.length > 0,
      () => true,
    )
    if (isBroken) return seed
  }
  return null
}
