import { expect, test } from 'vitest'
import { type BatchSize, batchSizeAfter } from '../../../../src/main/services/embeddings/batch-size.ts'
import { prefixScheme } from '../../../../src/main/services/embeddings/prefix-scheme.ts'
import { expectedRequests } from '../../../../src/shared/embedding-limits.ts'

/** Sizes of the requests to a model that takes at most so many texts. */
function sizes(most: number, count: number): readonly number[] {
  let known: BatchSize | null = null
  return Array.from({ length: count }, () => {
    const size: number = known?.size ?? 10
    known = batchSizeAfter(size <= most ? 'accepted' : 'refused', size, known)
    return size
  })
}

test('batches grow to 64 while the model accepts them', () => {
  expect(sizes(100, 6)).toEqual([10, 20, 40, 64, 64, 64])
})

test('a refused size is halved, and not tried again', () => {
  expect(sizes(32, 6)).toEqual([10, 20, 40, 20, 20, 20])
  expect(sizes(3, 5)).toEqual([10, 5, 2, 2, 2])
  expect(sizes(1, 6)).toEqual([10, 5, 2, 1, 1, 1])
})

test('a batch that was not full does not change the size', () => {
  expect(batchSizeAfter('accepted', 4, null)).toEqual({ size: 10, refused: null })
})

test('a text that is refused alone does not change the size', () => {
  expect(batchSizeAfter('refused', 1, { size: 1, refused: 2 })).toEqual({ size: 10, refused: null })
})

test('the number of requests follows growing batches', () => {
  expect([0, 1, 10, 11, 70, 71, 134, 135].map(expectedRequests)).toEqual([0, 1, 1, 2, 3, 4, 4, 5])
})

test('models that need their texts marked are known by name', () => {
  expect(prefixScheme('intfloat/multilingual-e5-large').query).toBe('query: ')
  expect(prefixScheme('nomic-embed-text-v1.5').document).toBe('search_document: ')
  expect([prefixScheme('text-embedding-3-small'), prefixScheme('bge-m3')].map(({ id }) => id)).toEqual(['none', 'none'])
})
