import { expect, test } from 'vitest'
import { fail } from '../../src/shared/errors.ts'
import { ContractBridge, type SomeHandlers } from './contract-bridge.ts'

const bridgeOf = (handlers: SomeHandlers) => new ContractBridge(handlers, () => undefined)

test('names a call without an implementation', async () => {
  const bridge = bridgeOf({})
  expect(await bridge.call('folders.list', {})).toMatchObject({ ok: false })
  expect(bridge.faults).toEqual(['folders.list: has no implementation'])
})

test('refuses an input, an answer and an event that violate the contract', async () => {
  const folder = { id: '', name: 'Letters', parentId: null, system: '', collapsed: false }
  const bridge = bridgeOf({ 'folders.list': () => [folder], 'chat.draft': () => ({ text: '' }) })
  expect(await bridge.call('folders.list', {})).toMatchObject({ ok: false })
  expect(await bridge.call('chat.draft', { conversationId: 7 })).toMatchObject({ ok: false })
  bridge.emit('folders.changed', [folder])
  expect(bridge.faults).toHaveLength(3)
  expect(bridge.faults[0]).toMatch(/^folders\.list: /)
  expect(bridge.faults[1]).toMatch(/^chat\.draft: /)
  expect(bridge.faults[2]).toMatch(/^event folders\.changed: /)
})

test('passes on a refusal without reporting a fault', async () => {
  const bridge = bridgeOf({ 'chat.open': () => fail('not_found') })
  const answer = await bridge.call('chat.open', { conversationId: 'gone', limit: 1 })
  expect(answer).toMatchObject({ ok: false, error: { code: 'not_found' } })
  expect(bridge.faults).toEqual([])
})
