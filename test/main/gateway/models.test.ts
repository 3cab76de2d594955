import { expect, test } from 'vitest'
import { readModels } from '../../../src/main/gateway/models.ts'

const ids = (value: unknown) => readModels(JSON.stringify(value))?.map(({ id }) => id) ?? null

test('a list has at most 10,000 models', () => {
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
  [{ data: { data: [{ id: 'a' }] } }, ['a']],
  [{ data: { models: [{ id: 'a' }], total: 1 } }, ['a']],
  [{ code: 0, msg: 'ok', data: { list: [{ model_name: 'a' }] } }, ['a']],
  [{ result: [{ id: 'a' }] }, ['a']],
  [{ result: { data: ['a', 'b'] }, success: true, errors: [] }, ['a', 'b']],
  [{ result: [{ id: '01bc2fb0-4bca-4598-b985-d2584a3f46c0', name: '@cf/a' }], success: true }, ['@cf/a']],
  [{ models: { a: { id: 'a-full' }, b: {}, c: { name: 'C' } } }, ['a-full', 'b', 'c']],
  [{ data: { a: { owned_by: 'x' }, b: { owned_by: 'y' } } }, ['a', 'b']],
  [{ models: { a: true, b: null } }, ['a', 'b']],
  [{ items: [{ id: 'a' }] }, ['a']],
  [{ response: { model_list: ['a'] } }, ['a']],
  [{ object: 'list', data: [{ id: 'a' }], models: [{ name: 'b' }] }, ['a']],
  [{ data: [], models: [{ name: 'b' }] }, ['b']],
  [{ data: { data: [] } }, []],
  [{ data: { total: 0, page: 1 } }, null],
  [{ data: { message: 'no', id: 7 } }, null],
  [{ result: 'ok' }, null],
  [{ hello: 'world' }, null],
  [[1, 2], null],
  ['a', null],
])('reads a list of models in %j', (value, expected) => expect(ids(value)).toEqual(expected))
