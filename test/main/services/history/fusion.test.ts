import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fusedItems, meaningOf, phraseOf } from '../../../../src/main/services/history/fusion.ts'
import type { FoundDocument } from '../../../../src/main/storage/search-query.ts'
import { readQuery } from '../../../../src/shared/history-query.ts'

const document = (id: number, itemId = `item ${id}`): FoundDocument => ({
  id,
  kind: 'chat',
  itemId,
  part: 'message',
  partId: `m${id}`,
})
const told = (items: ReturnType<typeof fusedItems>) =>
  items.map(({ documents }) => documents.map(({ document: { id }, why }) => `${id} ${why}`))

describe('the fusion of two lists', () => {
  test('two lists are fused by their ranks, and items in both come first', () => {
    expect(
      told(
        fusedItems(
          [1, 2, 3].map((id) => document(id)),
          [4, 3].map((id) => document(id)),
        ),
      ),
    ).toEqual([['3 both'], ['1 words'], ['4 meaning'], ['2 words']])
  })

  test('two lists give one item with all its documents, best first', () => {
    expect(told(fusedItems([document(1, 'a'), document(2, 'b')], [document(3, 'b'), document(2, 'b')]))).toEqual([
      ['2 both', '3 meaning'],
      ['1 words'],
    ])
  })

  test('one empty list keeps the order of the other', () => {
    const list = [5, 1, 9].map((id) => document(id))
    expect(told(fusedItems(list, []))).toEqual([['5 words'], ['1 words'], ['9 words']])
    expect(told(fusedItems([], list))).toEqual([['5 meaning'], ['1 meaning'], ['9 meaning']])
  })

  test('fusion loses and repeats nothing', () => {
    const ids = fc.uniqueArray(fc.nat(30), { maxLength: 20 })
    fc.assert(
      fc.property(ids, ids, fc.integer({ min: 1, max: 5 }), (words, meaning, items) => {
        const list = (of: readonly number[]) => of.map((id) => document(id, `item ${id % items}`))
        const found = fusedItems(list(words), list(meaning)).flatMap(({ documents }) => documents)
        expect(found.map(({ document: { id } }) => id).toSorted()).toEqual(
          [...new Set([...words, ...meaning])].toSorted(),
        )
        for (const { document: one, why } of found) {
          expect(words.includes(one.id)).toBe(why !== 'meaning')
          expect(meaning.includes(one.id)).toBe(why !== 'words')
        }
      }),
    )
  })
})

test('a semantic query uses the words, not the operators', () => {
  expect(meaningOf(readQuery('Tides "at noon" kind:chat -draft'))).toBe('tides at noon')
  expect(meaningOf(readQuery('kind:chat'))).toBe('')
})

describe('the phrase of a passage', () => {
  test.each([
    ['## The tide\n\nIt comes **at noon**, and leaves at six.', 'It comes'],
    [
      'The tide comes in at noon, and nobody at the harbour has ever asked why it does.',
      'The tide comes in at noon, and nobody at the harbour has',
    ],
    ['`x`\n', 'x'],
    ['潮汐何时到来，渔民最清楚。', '潮汐何时到来，渔民最清楚。'],
    ['…', ''],
  ])('the phrase of %j is %j', (text, phrase) => {
    const found = phraseOf(text)
    expect(text).toContain(found)
    if (phrase !== 'It comes') expect(found).toBe(phrase)
  })
})
