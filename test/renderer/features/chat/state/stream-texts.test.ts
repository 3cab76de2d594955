import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  appendDelta,
  estimateTokens,
  StreamTexts,
} from '../../../../../src/renderer/features/chat/state/stream-texts.ts'

const text = fc.string({ unit: 'binary', maxLength: 200 })

function cut(whole: string, places: readonly number[]): { at: number; t: string }[] {
  const edges = [...new Set([0, ...places.map((place) => place % (whole.length + 1)), whole.length])].sort(
    (a, b) => a - b,
  )
  return edges.slice(1).map((end, index) => {
    const at = edges[index] ?? 0
    return { at, t: whole.slice(at, end) }
  })
}

it('joins any pieces in order to the whole text, also inside surrogate pairs', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat()), (whole, places) => {
      const told = cut(whole, places).reduce((sum, delta) => appendDelta(sum, delta).text, '')
      expect(told).toBe(whole)
    }),
  )
})

it('ignores duplicates and adds only the new part of overlaps', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat()), fc.array(fc.tuple(fc.nat(), fc.nat())), (whole, places, again) => {
      const pieces = cut(whole, places)
      let told = ''
      for (const [index, piece] of pieces.entries()) {
        told = appendDelta(told, piece).text
        // a part of the known text comes again, possibly up to its end
        const [from, length] = again[index] ?? [0, 0]
        const at = from % (told.length + 1)
        const result = appendDelta(told, { at, t: whole.slice(at, Math.min(told.length, at + length)) })
        expect(result).toEqual({ text: told, gap: false })
      }
      expect(told).toBe(whole)
    }),
  )
})

it('adds overlapping pieces that reach past the end', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (whole, a, b) => {
      const known = whole.slice(0, a % (whole.length + 1))
      const at = b % (known.length + 1)
      expect(appendDelta(known, { at, t: whole.slice(at) })).toEqual({ text: whole, gap: false })
    }),
  )
})

it('reports a gap and changes nothing', () => {
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 1000 }), (known, t, missing) => {
      expect(appendDelta(known, { at: known.length + missing, t })).toEqual({ text: known, gap: true })
    }),
  )
})

it('counts wide characters as about a token and others as a quarter', () => {
  expect(estimateTokens('')).toBe(0)
  expect(estimateTokens('abcdefgh')).toBe(2)
  expect(estimateTokens('你好')).toBeCloseTo(1.6)
})

it('wakes only the message whose stream got text, and only for new text', () => {
  const texts = new StreamTexts(() => 0, { add: (listener) => listener() })
  texts.followStream('a', 1, '')
  texts.followStream('b', 2, 'x')
  const woken: string[] = []
  texts.subscribe('a', () => woken.push('a'))
  texts.subscribe('b', () => woken.push('b'))
  expect(texts.applyDelta({ s: 1, at: 0, t: 'Hello' })).toBe('applied')
  expect(texts.applyDelta({ s: 1, at: 0, t: 'Hello' })).toBe('applied')
  expect(texts.applyDelta({ s: 1, at: 9, t: 'later' })).toBe('gap')
  expect(texts.applyDelta({ s: 7, at: 0, t: 'of nobody' })).toBe('unknown')
  expect(woken).toEqual(['a'])
  expect(texts.streamText('a')).toBe('Hello')
})

it('keeps the longer text if deltas overtake the answer to a call', () => {
  const texts = new StreamTexts(() => 0, { add: (listener) => listener() })
  texts.followStream('a', 1, '')
  texts.applyDelta({ s: 1, at: 0, t: 'already here' })
  texts.followStream('a', 1, 'already')
  expect(texts.streamText('a')).toBe('already here')
  texts.followStream('a', 1, 'already here, and more')
  expect(texts.streamText('a')).toBe('already here, and more')
})

it('restarts when a message streams again, and drops the old stream number', () => {
  const texts = new StreamTexts(() => 0, { add: (listener) => listener() })
  texts.followStream('a', 1, 'first')
  texts.followStream('a', 2, 'first')
  expect(texts.applyDelta({ s: 1, at: 5, t: 'old' })).toBe('unknown')
  texts.applyDelta({ s: 2, at: 5, t: ' second' })
  expect(texts.endStream('a')).toEqual({ text: 'first second', stream: 2 })
  expect(texts.endStream('a')).toBeNull()
})

describe('a stopped answer', () => {
  const started = () => {
    const texts = new StreamTexts(() => 0, { add: (listener) => listener() })
    texts.followStream('m', 1, 'One two')
    return texts
  }

  it('is shown up to what was on the screen, not up to what had arrived', () => {
    const texts = started()
    const seen: (string | null)[] = []
    texts.subscribe('m', () => seen.push(texts.streamText('m')))
    texts.drew('m', 3)
    texts.hold('m', '')
    expect(texts.applyDelta({ s: 1, at: 7, t: ' three' })).toBe('applied')
    expect([texts.streamText('m'), texts.received('m'), seen]).toEqual(['One', 'One two three', []])
  })

  it('stays cut when it is stopped again, when its page is read again and when it has ended', () => {
    const texts = started()
    texts.drew('m', 7)
    texts.hold('m', '')
    texts.applyDelta({ s: 1, at: 7, t: ' three' })
    texts.hold('m', '')
    texts.clear()
    texts.followStream('m', 1, 'One two three')
    expect(texts.streamText('m')).toBe('One two')
    expect(texts.endStream('m')?.text).toBe('One two three')
    expect(texts.shown('m', 'One two three')).toBe('One two')
  })

  it('is cut at its known text if its stream is not followed yet', () => {
    const texts = started()
    texts.clear()
    texts.drew('m', 7)
    texts.hold('m', 'One two')
    texts.followStream('m', 1, 'One two three')
    expect(texts.streamText('m')).toBe('One two')
  })

  it('is whole again after its release, and in another stream', () => {
    const texts = started()
    const seen: (string | null)[] = []
    texts.subscribe('m', () => seen.push(texts.streamText('m')))
    texts.hold('m', '')
    texts.applyDelta({ s: 1, at: 7, t: ' three' })
    texts.release('m')
    expect(seen).toEqual(['One two three'])
    texts.hold('m', '')
    texts.followStream('m', 2, 'One two three four')
    expect(texts.streamText('m')).toBe('One two three four')
  })

  it('is whole at its end if it was out of view', () => {
    const texts = started()
    const leave = texts.drew('m', 7)
    texts.hold('m', '')
    texts.applyDelta({ s: 1, at: 7, t: ' three' })
    leave()
    texts.endStream('m')
    expect(texts.shown('m', 'One two three')).toBe('One two three')
  })

  it('has the pace of the moment in which it was stopped', () => {
    const texts = started()
    texts.applyDelta({ s: 1, at: 7, t: ' three' })
    const tokens = texts.pace('m')?.tokens
    texts.hold('m', '')
    texts.applyDelta({ s: 1, at: 13, t: ' four' })
    expect(texts.pace('m')?.tokens).toBe(tokens)
  })
})
