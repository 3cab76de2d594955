import { describe, expect, test } from 'vitest'
import {
  byStamp,
  makeVersion,
  nextStamp,
  readVersion,
  registerKey,
  type Version,
  type WrittenValue,
} from '../../../../src/main/services/sync/version.ts'

const writer = '11111111-2222-4333-8444-555555555555'
const other = '66666666-7777-4888-8999-aaaaaaaaaaaa'
const title = { item: 'c', entity: 'chat', row: 'c', field: 'title' }

function versionWith(
  change: Partial<WrittenValue>,
  frame: { stamp?: number; number?: number; writer?: string } = {},
): Version {
  return makeVersion(
    { writer, number: 1, previous: '', stamp: 5, ...frame },
    { kind: 'value', register: title, value: 'Harbour', over: [], seen: null, ...change },
  )
}

describe('the text of a version', () => {
  test('is read as the version that was written', () => {
    const seen = new Map([[other, 3]])
    const before = versionWith({})
    for (const version of [
      before,
      versionWith({ value: { nested: ['渡口', null, 1.5, true] }, over: [before.dot], seen }),
      makeVersion({ writer, number: 2, previous: before.dot.hash, stamp: 6 }, { kind: 'erasure', item: 'c', seen }),
    ])
      expect(readVersion(version.text)).toEqual(version)
  })

  test('has another hash when anything in it differs', () => {
    const hashes = [
      versionWith({}),
      versionWith({ value: 'Harbor' }),
      versionWith({}, { stamp: 6 }),
      versionWith({}, { number: 2 }),
      versionWith({}, { writer: other }),
    ].map(({ dot }) => dot.hash)
    expect(new Set(hashes).size).toBe(5)
  })

  test('keeps fields and kinds of a newer version', () => {
    const newer = versionWith({}).text.replace('{', '{"mood":"calm",')
    expect(readVersion(newer)).toMatchObject({ text: newer, change: { kind: 'value', value: 'Harbour' } })
    const strange = versionWith({}).text.replace('"kind":"value"', '"kind":"dream"')
    expect(readVersion(strange)).toMatchObject({ text: strange, change: { kind: 'unknown' } })
  })

  test('is refused when it is none', () => {
    const { text } = versionWith({})
    const broken = [
      '',
      'null',
      '[]',
      text.slice(0, -1),
      text.replace('"number":1', '"number":0'),
      text.replace('"number":1', '"number":1e99'),
      text.replace(writer, '__proto__'),
      text.replace('"stamp":5', '"stamp":-1'),
      text.replace('"item":"c"', `"item":"${'c'.repeat(201)}"`),
      text.replace('"over":[]', '"over":[["x",1,"y"]]'),
    ]
    expect(broken.filter((one) => readVersion(one) !== null)).toEqual([])
  })
})

describe('stamps', () => {
  test('are the time, but later than the last own one and than everything that is replaced', () => {
    const ahead = versionWith({}, { stamp: 9_000 })
    expect([nextStamp(1_000, 0, []), nextStamp(1_000, 1_000, []), nextStamp(1_000, 0, [ahead])]).toEqual([
      1_000, 1_001, 9_001,
    ])
  })

  test('order versions the same way on every computer', () => {
    const all = [
      versionWith({}, { stamp: 2 }),
      versionWith({}, { writer: other }),
      versionWith({}),
      versionWith({}, { number: 2 }),
    ]
    const sorted = all.toSorted(byStamp)
    expect(sorted.map(({ dot, stamp }) => [stamp, dot.writer === writer, dot.number])).toEqual([
      [2, true, 1],
      [5, true, 1],
      [5, true, 2],
      [5, false, 1],
    ])
    expect(all.toReversed().toSorted(byStamp)).toEqual(sorted)
  })
})

test('registers of different rows never have one key', () => {
  const keys = [
    { ...title },
    { ...title, item: 'c"' },
    { ...title, entity: 'chat","c', row: '' },
    { ...title, row: 'c,', field: 'title' },
    { ...title, row: '', field: 'ctitle' },
  ].map(registerKey)
  expect(new Set(keys).size).toBe(5)
})
