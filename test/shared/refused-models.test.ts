import { expect, test } from 'vitest'
import { isRefused, refusedMax, withoutRefusal, withRefusal } from '../../src/shared/refused-models.ts'

const of = (model: string) => ({ connectionId: 'c', model })

test.each(['gpt-9', 'constructor', '__proto__', 'a model with spaces'])('remembers and forgets %s', (model) => {
  expect(isRefused({}, of(model))).toBe(false)
  const refused = withRefusal({}, of(model), 1)
  expect(isRefused(refused, of(model))).toBe(true)
  expect(isRefused(refused, { connectionId: 'other', model })).toBe(false)
  expect(isRefused(withoutRefusal(refused, of(model)), of(model))).toBe(false)
})

test('forgetting an unknown model changes nothing', () => {
  const refused = withRefusal({}, of('one'), 1)
  expect(withoutRefusal(refused, of('other'))).toBe(refused)
})

test('drops the oldest refusals beyond its limit', () => {
  let refused = withRefusal({}, of('oldest'), 0)
  for (let at = 1; at <= refusedMax; at += 1) refused = withRefusal(refused, of(`model-${at}`), at)
  expect(Object.keys(refused)).toHaveLength(refusedMax)
  expect([isRefused(refused, of('oldest')), isRefused(refused, of('model-1'))]).toEqual([false, true])
})
