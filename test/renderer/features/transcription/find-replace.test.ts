import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findHits, replaceAll, replaceHit } from '../../../../src/renderer/features/transcription/edit/find-replace.ts'
import { letters, segment, spoken, transcripts } from './segments-made.ts'

const loose = (query: string) => ({ query, matchCase: false })

describe('finding text in a transcript', () => {
  const segments = [segment('Tea and tea'), segment('茶 (tea)'), segment('nothing')]

  it('finds every match, in any case or in the typed case', () => {
    expect(findHits(segments, loose('tea')).map(({ start, end }) => [start, end])).toEqual([
      [0, 3],
      [8, 11],
      [3, 6],
    ])
    expect(findHits(segments, { query: 'Tea', matchCase: true })).toHaveLength(1)
    expect(findHits(segments, loose(''))).toEqual([])
  })

  it('finds special characters literally', () => {
    expect(findHits(segments, loose('(tea)'))).toHaveLength(1)
    expect(findHits(segments, loose('.*'))).toEqual([])
    expect(findHits([segment('a-b/c')], loose('-b/'))).toHaveLength(1)
  })
})

describe('replacing text in a transcript', () => {
  it('replacing one match drops the word times only there', () => {
    const segments = [spoken('one two', 0, 1000), spoken('one', 1000, 2000)]
    const [hit] = findHits(segments, loose('one'))
    if (hit === undefined) throw new Error('no hit')
    const after = replaceHit(segments, hit, 'ONE')
    expect(after.map(({ text }) => text)).toEqual(['ONE two', 'one'])
    expect(after[0]?.words).toEqual([])
    expect(after[1]).toBe(segments[1])
  })

  it('a dollar sign is literal in a replacement, and replaced text is not searched again', () => {
    expect(replaceAll([segment('tea')], loose('tea'), '$& tea')[0]?.text).toBe('$& tea')
  })

  it('replaces every match, and changes nothing else', () => {
    fc.assert(
      fc.property(transcripts, fc.constantFrom('tea', '茶', '.', '$&', 'a'), (segments, query) => {
        const search = { query, matchCase: true }
        const after = replaceAll(segments, search, '')
        expect(findHits(after, search).length === 0 || query.length > 1).toBe(true)
        const hits = findHits(segments, search)
        expect(letters(segments).length - letters(after).length).toBe(hits.length * query.length)
      }),
    )
  })
})
