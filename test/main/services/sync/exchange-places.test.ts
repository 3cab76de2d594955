import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Exchange } from '../../../../src/main/services/sync/exchange.ts'
import { HistoryState } from '../../../../src/main/services/sync/history-state.ts'
import type { SharedPlace } from '../../../../src/main/services/sync/shared-place.ts'
import type { Fault } from '../../../fakes/fault-proxy.ts'
import { simulatedSeal } from '../../../fakes/group-keys.ts'
import { Choices } from '../../../fakes/seeded-random.ts'
import { addMessage, MemoryLedger, smallSizes } from '../../../fakes/sync-world.ts'
import { openTried, placeKinds, type TriedPlace } from '../../../fakes/tried-places.ts'

const ids = [
  '11111111-2222-4333-8444-555555555555',
  '66666666-7777-4888-8999-aaaaaaaaaaaa',
  'bbbbbbbb-cccc-4ddd-8eee-ffffffffffff',
]

describe.each(placeKinds)('computers that share %s', (_name, start) => {
  let tried: TriedPlace
  let place: SharedPlace

  beforeAll(async () => {
    tried = await start()
    place = await openTried(tried)
  })
  afterEach(() => tried.proxy?.disturb(() => null))
  afterAll(() => tried.close())

  test('have one history, also when connections break', async () => {
    const choices = new Choices(20261201)
    const ledgers = ids.map((id) => new MemoryLedger(id, new HistoryState()))
    const exchanges = ledgers.map(
      (ledger) => new Exchange({ place, root: 'group-1', ledger, sizes: smallSizes, seal: simulatedSeal }),
    )
    tried.proxy?.disturb(() => {
      const fault = faultOf(choices)
      if (fault !== null) cut += 1
      return fault
    })
    let cut = 0
    // a place repeats some requests by itself; after the others the round fails
    const round = async (at: number) => await exchanges[at]?.round().catch(() => null)
    for (let step = 0; step < 45; step += 1) {
      const at = choices.below(3)
      const ledger = ledgers[at]
      if (ledger !== undefined) addMessage(ledger, `${step} 渡口`)
      if (choices.random() < 0.6) await round(at)
    }
    tried.proxy?.disturb(() => null)
    for (let turn = 0; turn < 32; turn += 1) for (const at of [0, 1, 2]) await round(at)
    const texts = ledgers.map(({ state }) =>
      state
        .snapshot()
        .versions.map(({ text }) => text)
        .toSorted(),
    )
    expect(texts[0]?.length).toBe(45)
    expect(texts[1]).toEqual(texts[0])
    expect(texts[2]).toEqual(texts[0])
    // a folder has no connection that could break
    if (tried.proxy !== null) expect(cut).toBeGreaterThan(5)
  })
})

/** Cuts one request of ten: before it was sent on, or in its middle. */
function faultOf(choices: Choices): Fault | null {
  const chance = choices.random()
  return chance < 0.05 ? { kind: 'cut' } : chance < 0.1 ? { kind: 'half' } : null
}
