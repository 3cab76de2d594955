import { expect, test } from 'vitest'
import { chosenPassages } from '../../../../src/main/services/knowledge/passage-choice.ts'
import { fusedRanks } from '../../../../src/main/services/knowledge/rank-fusion.ts'
import type { IndexedPassage } from '../../../../src/main/storage/knowledge-index.ts'

const text = Array.from({ length: 200 }, (_, index) => `${index} `.padStart(5, '·')).join('')
/** The passages of a document: 40 characters each, the first 10 of which repeat the one before. */
const passage = (documentId: number, position: number): IndexedPassage => {
  const start = position * 30
  return {
    id: documentId * 100 + position,
    documentId,
    position,
    collectionId: 'c',
    sourceId: 's',
    key: `${documentId}`,
    title: `${documentId}`,
    text: `${documentId > 1 ? documentId : ''}${text.slice(start, start + 40)}`,
    start,
    end: start + 40,
    partId: `${position}`,
    atMs: null,
    headings: [],
    tableHead: null,
  }
}
const choose = (ids: readonly number[], kind: 'file' | 'chat' = 'file') =>
  chosenPassages(
    fusedRanks(ids, []),
    ids.map((id) => passage(Math.floor(id / 100), id % 100)),
    () => kind,
  ).map(({ place, text: found }) => [
    place.document,
    place.start,
    place.end,
    found === text.slice(place.start, place.end),
  ])

test('two rankings are fused by reciprocal rank', () => {
  expect(fusedRanks([1, 2, 3], [3, 4])).toEqual([
    { id: 3, by: 'both' },
    { id: 1, by: 'words' },
    { id: 2, by: 'words' },
    { id: 4, by: 'meaning' },
  ])
  expect(fusedRanks([], [])).toEqual([])
})

test('adjacent passages become one exact range, in either order', () => {
  expect(choose([101, 102, 100])).toEqual([['1', 0, 100, true]])
  expect(choose([104, 100])).toEqual([
    ['1', 120, 160, true],
    ['1', 0, 40, true],
  ])
})

test('a passage that continues a table has its columns as the last heading', () => {
  const found = chosenPassages(
    fusedRanks([100], []),
    [{ ...passage(1, 0), headings: ['Prices'], tableHead: '| item | price |' }],
    () => 'file',
  )
  expect(found[0]?.place.headings).toEqual(['Prices', 'Columns: | item | price |'])
})

test('equal texts from two sources are offered once', () => {
  const twice = [passage(1, 0), { ...passage(1, 0), id: 7, documentId: 9, sourceId: 'other' }]
  expect(chosenPassages(fusedRanks([100, 7], []), twice, () => 'folder')).toHaveLength(1)
})

test('messages of a chat are separate passages', () => {
  expect(choose([101, 102], 'chat')).toHaveLength(2)
})

test('at most eight passages are chosen, and four of one document', () => {
  expect(choose([100, 102, 104, 106, 108, 200])).toHaveLength(5)
  expect(choose(Array.from({ length: 20 }, (_, index) => (index + 1) * 100))).toHaveLength(8)
})
