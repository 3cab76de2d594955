import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  placeToGoOn,
  stopSequences,
  typedStops,
  undoneText,
  undoSteps,
} from '../../../../src/renderer/features/chat/state/written-text.ts'

const document = {
  text: 'One two three four',
  written: [
    { messageId: 'a', from: 3, to: 7 },
    { messageId: 'failed', from: 7, to: 7 },
    { messageId: 'b', from: 13, to: 18 },
  ],
}

describe('undoing what models wrote', () => {
  test('undo removes the last part first, and skips those without text', () => {
    expect(undoSteps(document)).toBe(2)
    expect([0, 1, 2, 3].map((steps) => undoneText(document, steps))).toEqual([
      'One two three four',
      'One two three',
      'One three',
      'One three',
    ])
  })
})

describe('the offset where a model continues a document', () => {
  test('a model continues at the caret, or at the end if no text precedes it', () => {
    expect(placeToGoOn('One two', 3)).toBe(3)
    expect(placeToGoOn('One two', 0)).toBe(7)
    expect(placeToGoOn('\n\nOne', 1)).toBe(5)
  })

  test('a position never splits a character', () => {
    expect(placeToGoOn('a😀b', 2)).toBe(3)
    expect(placeToGoOn('a😀', 3)).toBe(3)
  })
})

describe('stop sequences', () => {
  test('stop sequences are lines, with marks for characters that cannot be typed', () => {
    expect(stopSequences('\\n\\n\nEND\n\nEND\n\\\\n\na\n5', 4)).toEqual(['\n\n', 'END', '\\n', 'a'])
  })

  test('stop sequences are shown as they were typed', () => {
    const stop = fc.string({ unit: fc.constantFrom('\n', '\t', '\\', 'n', 'a'), minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.uniqueArray(stop, { maxLength: 4 }), (stops) => {
        expect(stopSequences(typedStops(stops), 4)).toEqual(stops)
      }),
    )
  })
})
