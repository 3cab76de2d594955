import { expect, test } from 'vitest'
import { readModels } from '../../../src/main/gateway/models.ts'

const ids = (value: unknown) => readModels(JSON.stringify(value))?.map(({ id }) => id) ?? null

test('a list of models has 10,000 at most', () => {
  expect(ids({ data: Array.from({ length: 10_500 }, (_, index) => ({ id: `m${index}` })) })).toHaveLength(10_000)
})

test.each([
  [{ object: 'list', data: [{ id: 'a', owned_by: 'X' }, { id: 'b' }] }, ['a', 'b']],
  [{ object: 'list', data: null }, []],
  [{ data: [] }, []],
  [[{ id: 'a' }], ['a']],
  [[], null],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [{ models: [{ name: 'a:latest', model: 'a:latest' }] }, ['a:latest']],
  [{ data: [{ name: 'a' }, 7, null, { id: '' }] }, ['a']],
  [{ success: false, message: 'no', data: null }, null],
  [{ error: { message: 'no' }, data: null }, null],
  [{ hello: 'world' }, null],
  [[1, 2], null],
  ['a', null],
])('a list of models in %j', (value, expected) => expect(ids(value)).toEqual(expected))
