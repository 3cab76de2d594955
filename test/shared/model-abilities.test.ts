import { expect, test } from 'vitest'
import { type AbilityTable, ownAbility, withAbility } from '../../src/shared/model-abilities.ts'

test('the user’s facts about a model ignore case, and can be removed', () => {
  let table: AbilityTable = {}
  expect(ownAbility(table, 'gpt-4o', 'sees')).toBeNull()
  table = withAbility(table, 'GPT-4o', 'sees', 'no')
  table = withAbility(table, 'gpt-4o', 'tools', 'yes')
  expect(['sees', 'thinks', 'tools'].map((ability) => table[`${ability} gpt-4o`])).toEqual(['no', undefined, 'yes'])
  expect([ownAbility(table, 'gpt-4O', 'sees'), ownAbility(table, 'gpt-4o-mini', 'sees')]).toEqual(['no', null])
  table = withAbility(table, 'gpt-4o', 'sees', null)
  expect(table).toEqual({ 'tools gpt-4o': 'yes' })
})

test('a model named like a property of every object has no abilities by that', () => {
  expect(ownAbility({}, '__proto__', 'sees')).toBeNull()
  expect(ownAbility(withAbility({}, '__proto__', 'sees', 'yes'), '__proto__', 'sees')).toBe('yes')
})
