import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdit, editBetween, rebase } from '../../../../src/renderer/features/transcription/edit/edit.ts'
import {
  deleteSegments,
  joinTexts,
  mergeAll,
  mergeWithNext,
  renameSpeaker,
  setSpeaker,
  setText,
  shiftTimes,
  speakersOf,
  splitSegment,
} from '../../../../src/renderer/features/transcription/edit/segment-edits.ts'
import { letters, segment, spoken, transcripts } from './segments-made.ts'

describe('splitting a segment', () => {
  it('a segment is split at the time of the word', () => {
    const whole = spoken('one two three four', 1000, 5000)
    const [left, right] = splitSegment([whole], whole.id, 8, 'new')
    expect(left).toMatchObject({ text: 'one two', from: 1000, to: 3000 })
    expect(right).toMatchObject({ id: 'new', text: 'three four', from: 3000, to: 5000 })
    expect(left?.words.map((word) => word.text)).toEqual(['one', 'two'])
    expect(right?.words.map((word) => word.text)).toEqual(['three', 'four'])
  })

  it('a segment is split by the share of text if no word has a time', () => {
    const whole = segment('aaaa bb', { from: 0, to: 6000 })
    expect(splitSegment([whole], whole.id, 4, 'new').map(({ from, to }) => [from, to])).toEqual([
      [0, 4000],
      [4000, 6000],
    ])
  })

  it('a word across the cut is split', () => {
    const whole = spoken('abcd', 0, 400)
    const [left, right] = splitSegment([whole], whole.id, 1, 'new')
    expect(left?.words).toEqual([{ from: 0, to: 100, text: 'a' }])
    expect(right?.words).toEqual([{ from: 100, to: 400, text: 'bcd' }])
  })

  it('a segment without times is split', () => {
    const whole = segment('one two')
    expect(splitSegment([whole], whole.id, 4, 'new').map(({ from, text }) => [from, text])).toEqual([
      [null, 'one'],
      [null, 'two'],
    ])
  })

  it('a split that would leave one side empty does nothing', () => {
    const segments = [segment('one')]
    expect(splitSegment(segments, segments[0]?.id ?? '', 0, 'new')).toBe(segments)
    expect(splitSegment(segments, segments[0]?.id ?? '', 3, 'new')).toBe(segments)
  })

  it('a split loses no letter and keeps the order of times, at any position', () => {
    fc.assert(
      fc.property(transcripts, fc.nat(), fc.nat(), (segments, which, where) => {
        const one = segments[which % segments.length]
        if (one === undefined) return
        const after = splitSegment(segments, one.id, where % (one.text.length + 1), 'new')
        expect(letters(after)).toBe(letters(segments))
        for (const { from, to, words } of after) {
          if (from !== null && to !== null) expect(from).toBeLessThanOrEqual(to)
          for (const word of words) expect(word.from).toBeLessThanOrEqual(word.to)
        }
        const heard = (all: typeof after) => all.flatMap(({ words }) => words.map(({ text }) => text)).join('')
        expect(heard(after)).toBe(heard(segments))
      }),
    )
  })
})

describe('joining segments', () => {
  it('joining puts a space between words and none between Chinese characters', () => {
    expect(joinTexts('tea ', ' box')).toBe('tea box')
    expect(joinTexts('茶', '盒')).toBe('茶盒')
    expect(joinTexts('茶。', 'Box')).toBe('茶。 Box')
    expect(joinTexts('', 'box')).toBe('box')
  })

  it('joined segments span both times and keep their words', () => {
    const both = [spoken('one two', 0, 1000), spoken('three', 1500, 2000)]
    const [one, ...rest] = mergeWithNext(both, both[0]?.id ?? '')
    expect(rest).toEqual([])
    expect(one).toMatchObject({ text: 'one two three', from: 0, to: 2000 })
    expect(one?.words).toHaveLength(3)
  })

  it('joined segments drop the words if one side has none', () => {
    const both = [spoken('one', 0, 1000), segment('two', { from: 1000, to: 2000 })]
    expect(mergeWithNext(both, both[0]?.id ?? '')[0]?.words).toEqual([])
  })

  it('joining loses no letter, and a joined split is the original segment', () => {
    fc.assert(
      fc.property(transcripts, fc.nat(), fc.nat(), (segments, which, where) => {
        const one = segments[which % segments.length]
        if (one === undefined) return
        expect(letters(mergeWithNext(segments, one.id))).toBe(letters(segments))
        expect(letters(mergeAll(segments, new Set(segments.map(({ id }) => id))))).toBe(letters(segments))
        const split = splitSegment(segments, one.id, where % (one.text.length + 1), 'new')
        if (split === segments) return
        const again = mergeWithNext(split, one.id)
        expect(letters(again)).toBe(letters(segments))
        expect(again.map(({ id, from, to }) => [id, from, to])).toEqual(
          segments.map(({ id, from, to }) => [id, from, to]),
        )
      }),
    )
  })
})

describe('changing times, speakers and text', () => {
  it('times are shifted together, and none begins before the recording', () => {
    const segments = [spoken('one', 200, 600), segment('two'), spoken('three', 1000, 1400)]
    const ids = new Set(segments.map(({ id }) => id))
    expect(shiftTimes(segments, ids, -500).map(({ from, to }) => [from, to])).toEqual([
      [0, 400],
      [null, null],
      [800, 1200],
    ])
    expect(shiftTimes(segments, ids, 50)[0]?.words[0]).toMatchObject({ from: 250, to: 650 })
    expect(shiftTimes(segments, new Set(), 50)).toBe(segments)
  })

  it('a speaker is named in one segment or everywhere', () => {
    const segments = [segment('a', { speaker: 'A' }), segment('b', { speaker: 'A' }), segment('c')]
    const [first] = segments
    expect(speakersOf(setSpeaker(segments, new Set([first?.id ?? '']), 'B'))).toEqual(['B', 'A'])
    expect(renameSpeaker(segments, 'A', 'B').map(({ speaker }) => speaker)).toEqual(['B', 'B', null])
  })

  it('changed text drops its words, and emptied text its segment', () => {
    const segments = [spoken('one two', 0, 1000), segment('x')]
    const id = segments[0]?.id ?? ''
    expect(setText(segments, id, 'one two')).toBe(segments)
    expect(setText(segments, id, 'one')[0]).toMatchObject({ text: 'one', words: [], from: 0, to: 1000 })
    expect(setText(segments, id, '  ')).toHaveLength(1)
    expect(deleteSegments(segments, new Set([id]))).toHaveLength(1)
  })
})

describe('an edit of segments', () => {
  it('an edit is minimal, and produces the new segments', () => {
    fc.assert(
      fc.property(transcripts, fc.nat(), fc.nat(3), (segments, which, what) => {
        const one = segments[which % segments.length]
        if (one === undefined) return
        const after = [
          () => setText(segments, one.id, 'changed'),
          () => splitSegment(segments, one.id, 1, 'new'),
          () => mergeWithNext(segments, one.id),
          () => deleteSegments(segments, new Set([one.id])),
        ][what]?.()
        if (after === undefined) return
        const edit = editBetween(segments, after)
        if (edit === null) {
          expect(after).toEqual(segments)
          return
        }
        expect(applyEdit(segments, edit)).toEqual(after)
        expect(edit.remove).toBeLessThanOrEqual(2)
        expect(edit.insert.length).toBeLessThanOrEqual(2)
      }),
    )
  })

  it('an edit is found in a transcript that grew, and not in one that changed there', () => {
    const before = [segment('a'), segment('b')]
    const edit = editBetween(before, setText(before, before[1]?.id ?? '', 'B'))
    if (edit === null) throw new Error('no edit')
    const grown = [segment('new'), ...before.map((each) => ({ ...each })), segment('later')]
    const moved = rebase(edit, before, grown)
    expect(moved?.at).toBe(2)
    if (moved !== null) expect(applyEdit(grown, moved).map(({ text }) => text)).toEqual(['new', 'a', 'B', 'later'])
    expect(rebase(edit, before, setText(before, before[1]?.id ?? '', 'other'))).toBeNull()
  })
})
