import { expect, it, vi } from 'vitest'
import { EarlyOpening } from '../../../../../src/renderer/features/chat/state/early-opening.ts'

function asked() {
  let now = 0
  const early = new EarlyOpening<string>(() => now)
  const ask = vi.fn(async () => `answer ${ask.mock.calls.length}`)
  const pass = (ms: number) => {
    now += ms
  }
  return { early, ask, pass }
}

it('asks main once for a press and the click that ends it', async () => {
  const { early, ask, pass } = asked()
  early.ask('a', ask)
  pass(120)
  expect(await early.take('a')).toBe('answer 1')
  expect(ask).toHaveBeenCalledTimes(1)
  expect(early.take('a')).toBeNull()
})

it('is taken by the conversation alone that was asked for', () => {
  const { early, ask } = asked()
  early.ask('a', ask)
  expect(early.take('b')).toBeNull()
})

it('is dropped when its conversation has changed', () => {
  const { early, ask } = asked()
  early.ask('a', ask)
  early.changed('b')
  early.changed('a')
  expect(early.take('a')).toBeNull()
  early.ask('a', ask)
  early.changed()
  expect(early.take('a')).toBeNull()
})

it('is dropped when it is a second old', () => {
  const { early, ask, pass } = asked()
  early.ask('a', ask)
  pass(1000)
  expect(early.take('a')).toBeNull()
})

it('asks anew with each press, so that no older answer is shown', async () => {
  const { early, ask } = asked()
  early.ask('a', ask)
  early.ask('a', ask)
  expect(await early.take('a')).toBe('answer 2')
})
