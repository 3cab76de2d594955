import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromFirstHit, markedParts } from '../../../../src/renderer/components/words/marked-text.ts'
import { searchWords } from '../../../../src/shared/folded-text.ts'

it('marks the search words, and loses no character of the text', () => {
  expect(
    markedParts('The tea workshop', searchWords('tea THE'))
      .filter(({ hit }) => hit)
      .map(({ text }) => text),
  ).toEqual(['The', 'tea'])
  // main finds it with case and width folded; it is highlighted the same way
  expect(markedParts('喝ＴＥＡ吧', searchWords('tea')).map(({ text }) => text)).toEqual(['喝', 'ＴＥＡ', '吧'])
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, query) => {
      expect(
        markedParts(text, searchWords(query))
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})

it('begins a line shortly before the match', () => {
  expect(fromFirstHit('We talked for long about the tea workshop', searchWords('tea'))).toBe('…about the tea workshop')
  expect(fromFirstHit('二〇二四年春天，有人从敦煌带来一种矿物颜料', searchWords('颜料'))).toBe(
    '…春天，有人从敦煌带来一种矿物颜料',
  )
  expect(fromFirstHit('The tea workshop', searchWords('tea'))).toBe('The tea workshop')
  expect(fromFirstHit('The tea workshop', searchWords('box'))).toBe('The tea workshop')
})
