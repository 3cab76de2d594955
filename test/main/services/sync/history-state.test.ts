import { describe, expect, test } from 'vitest'
import { HistoryState } from '../../../../src/main/services/sync/history-state.ts'
import type { Vector } from '../../../../src/main/services/sync/vector.ts'
import { makeVersion, type Register, readVersion, type Version } from '../../../../src/main/services/sync/version.ts'
import { Choices } from '../../../fakes/seeded-random.ts'

const writers = [
  '11111111-2222-4333-8444-555555555555',
  '66666666-7777-4888-8999-aaaaaaaaaaaa',
  'bbbbbbbb-cccc-4ddd-8eee-ffffffffffff',
] as const
const [desk, laptop] = writers
const title: Register = { item: 'c', entity: 'chat', row: 'c', field: 'title' }

/** Makes the next version of a writer, over what its state shows. */
function write(state: HistoryState, writer: string, value: string, register = title): Version {
  const tip = state.tipOf(writer)
  const frame = { writer, number: (tip?.number ?? 0) + 1, previous: tip?.hash ?? '', stamp: (tip?.number ?? 0) + 1 }
  const over = state.versionsOf(register).map(({ dot }) => dot)
  const version = makeVersion(frame, { kind: 'value', register, value, over, seen: null })
  state.apply(version)
  return version
}

function erase(state: HistoryState, writer: string, seen: Vector): Version {
  const tip = state.tipOf(writer)
  const frame = { writer, number: (tip?.number ?? 0) + 1, previous: tip?.hash ?? '', stamp: 1 }
  const version = makeVersion(frame, { kind: 'erasure', item: 'c', seen })
  state.apply(version)
  return version
}

const shownIn = (state: HistoryState) =>
  state
    .versionsOf(title)
    .map(({ change }) => (change.kind === 'value' ? change.value : null))
    .toSorted()

function stateOf(versions: readonly Version[]): HistoryState {
  const state = new HistoryState()
  for (const version of versions) state.apply(version)
  return state
}

describe('a version', () => {
  test('replaces only what its writer saw', () => {
    const [a, b] = [new HistoryState(), new HistoryState()]
    const first = write(a, desk, 'Harbour')
    b.apply(first)
    const second = write(b, laptop, 'Ferry')
    const third = write(a, desk, 'Lighthouse')
    a.apply(second)
    expect(shownIn(a)).toEqual(['Ferry', 'Lighthouse'])
    expect(shownIn(stateOf([first, third, second]))).toEqual(['Ferry', 'Lighthouse'])
    write(a, desk, 'Both seen')
    expect(shownIn(a)).toEqual(['Both seen'])
  })

  test('that was replaced before it came is never shown', () => {
    const a = new HistoryState()
    const first = write(a, desk, 'Harbour')
    const second = write(a, laptop, 'Ferry')
    const state = stateOf([second, first])
    expect(shownIn(state)).toEqual(['Ferry'])
    expect(state.snapshot().dead).toEqual([])
  })

  test('is read after the one before it, once, and of one history', () => {
    const a = new HistoryState()
    const [first, second] = [write(a, desk, 'Harbour'), write(a, desk, 'Ferry')]
    const state = new HistoryState()
    expect(state.apply(second)).toBe('gap')
    expect([state.apply(first), state.apply(second), state.apply(first)]).toEqual(['applied', 'applied', 'known'])
    const copied = stateOf([first])
    const other = write(copied, desk, 'of the copied disk')
    expect([state.apply(other), state.apply(write(copied, desk, 'and on'))]).toEqual(['branch', 'branch'])
    expect(shownIn(state)).toEqual(['Ferry'])
  })

  test('names no version of another register', () => {
    const a = new HistoryState()
    const first = write(a, desk, 'Harbour')
    const frame = { writer: laptop, number: 1, previous: '', stamp: 9 }
    const register = { ...title, field: 'instructions' }
    const hostile = makeVersion(frame, { kind: 'value', register, value: '', over: [first.dot], seen: null })
    expect(shownIn(stateOf([first, hostile]))).toEqual(['Harbour'])
    expect(shownIn(stateOf([hostile, first]))).toEqual(['Harbour'])
  })

  test('of an unknown kind is passed on with a snapshot', () => {
    const strange = readVersion(write(new HistoryState(), desk, 'x').text.replace('"kind":"value"', '"kind":"dream"'))
    if (strange === null) throw new Error('an unknown kind was refused')
    const joined = new HistoryState()
    joined.join(stateOf([strange]).snapshot())
    expect(joined.snapshot().versions).toEqual([strange])
  })
})

describe('an erasure', () => {
  test('takes what it had seen, before and after it comes, and nothing else', () => {
    const a = new HistoryState()
    const first = write(a, desk, 'Harbour')
    const erasure = erase(a, laptop, a.seen())
    const later = write(a, desk, 'written again')
    for (const order of [
      [first, erasure, later],
      [erasure, first, later],
      [first, later, erasure],
    ])
      expect(shownIn(stateOf(order))).toEqual(['written again'])
  })

  test('takes also what comes with the snapshot of a computer that has not heard of it', () => {
    const a = new HistoryState()
    const first = write(a, desk, 'Harbour')
    const erasure = erase(a, laptop, a.seen())
    const state = stateOf([erasure])
    state.join(stateOf([first]).snapshot())
    expect(shownIn(state)).toEqual([])
  })
})

test('versions lead to one state in every order of their writers, alone or by snapshots', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const choices = new Choices(seed)
    const states = writers.map(() => new HistoryState())
    const written: Version[][] = writers.map(() => [])
    for (let step = 0; step < 40; step += 1) {
      const at = choices.below(writers.length)
      const state = states[at] ?? new HistoryState()
      const own = written[at] ?? []
      const writer = writers[at] ?? desk
      if (choices.random() < 0.6)
        own.push(write(state, writer, `${seed} ${step}`, { ...title, row: `${choices.below(3)}` }))
      else if (choices.random() < 0.1) own.push(erase(state, writer, state.seen()))
      else for (const version of choices.one(written)) state.apply(version)
    }
    const interleaved = () => {
      const queues = written.map((own) => [...own])
      const state = new HistoryState()
      while (queues.some((queue) => queue.length > 0)) {
        const next = choices.one(queues.filter((queue) => queue.length > 0)).shift()
        if (next !== undefined) state.apply(next)
      }
      return state
    }
    const bySnapshots = new HistoryState()
    for (const state of choices.random() < 0.5 ? states : states.toReversed()) bySnapshots.join(state.snapshot())
    const [one, other, joined] = [interleaved(), interleaved(), bySnapshots].map(plain)
    expect(other, `seed ${seed}`).toEqual(one)
    expect(joined, `seed ${seed}`).toEqual(one)
  }
})

function plain(state: HistoryState) {
  const { dead, tips, versions } = state.snapshot()
  return { dead, tips: [...tips].toSorted(), versions: versions.map(({ text }) => text).toSorted() }
}
