import { expect, test } from 'vitest'
import { assistantTarget } from '../../../../../src/renderer/features/chat/state/assistant-target.ts'

const target = (connectionId: string | null, model: string) =>
  assistantTarget({ connectionId, model }, ['a', 'b'], 'a', (id) => (id === 'a' ? ['one'] : undefined))

test('the model of an assistant is used if its connection exists', () => {
  expect(target('a', 'one')).toEqual({ target: { connectionId: 'a', model: 'one' }, missing: null })
  expect(target(null, 'one')).toEqual({ target: { connectionId: 'a', model: 'one' }, missing: null })
  // nobody has asked this connection for its models
  expect(target('b', 'two')).toEqual({ target: { connectionId: 'b', model: 'two' }, missing: null })
})

test('an assistant without a model leaves the chat its own', () => {
  expect(target(null, '')).toEqual({ target: null, missing: null })
  expect(target('a', '')).toEqual({ target: null, missing: null })
})

test('a missing model is named, and the chat keeps its own', () => {
  expect(target('gone', 'one')).toEqual({ target: null, missing: 'connection' })
  expect(target('a', 'two')).toEqual({ target: null, missing: 'model' })
})
