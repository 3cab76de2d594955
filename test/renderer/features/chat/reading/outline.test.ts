import { expect, test } from 'vitest'
import { readIndex } from '../../../../../src/renderer/features/chat/actions/jump.ts'
import {
  headingIndex,
  matchingEntries,
  outlineEntries,
} from '../../../../../src/renderer/features/chat/state/outline-store.ts'

const questions = [
  { id: 'q1', text: 'What lights a Harbour?' },
  { id: 'q2', text: '夜里的渡口呢？' },
  { id: 'q3', text: 'A harbour at night' },
]

test('questions with all words of a search keep their numbers', () => {
  const entries = outlineEntries(questions, [])
  const numbers = (search: string) =>
    matchingEntries(entries, search).map((entry) => (entry.kind === 'question' ? entry.number : null))
  expect(numbers('harbour a')).toEqual([1, 3])
  expect(numbers(' 渡口 ')).toEqual([2])
  expect(numbers('')).toEqual([1, 2, 3])
  expect(numbers('harbour moon')).toEqual([])
  // however its letters are stored, and in any width
  const others = [{ text: 'Un cafe\u0301' }, { text: 'ＴＥＡ' }, { text: 'ΟΔΟΣ' }]
  const found = (search: string) => matchingEntries(others, search)[0]?.text
  expect(['CAFÉ', 'tea', 'οδος', 'ΟΔΟΣ'].map(found)).toEqual(['Un cafe\u0301', 'ＴＥＡ', 'ΟΔΟΣ', 'ΟΔΟΣ'])
})

test('headings of an answer follow its question, from the level with which the answer begins', () => {
  const headings = [
    { text: '**Lamps**', depth: 2, start: 40 },
    { text: 'Oil', depth: 3, start: 90 },
    { text: 'Deep', depth: 6, start: 95 },
    { text: '`Light`houses', depth: 2, start: 140 },
  ]
  const entries = outlineEntries(questions.slice(0, 2), [
    { messageId: 'a0', questionId: null, headings: headings.slice(0, 1) },
    { messageId: 'a1', questionId: 'q1', headings },
  ])
  const lines = entries.map((entry) => (entry.kind === 'question' ? `${entry.number}` : `${entry.level} ${entry.text}`))
  expect(lines).toEqual(['0 Lamps', '1', '0 Lamps', '1 Oil', '3 Deep', '0 Lighthouses', '2'])
  expect(matchingEntries(entries, 'oil').map(({ messageId }) => messageId)).toEqual(['a1'])
})

test('a heading is found among the rendered ones by its words, and by its position if words are equal', () => {
  const starts = [0, 50, 100, 150]
  const at = (text: string, start: number, from = 0) =>
    headingIndex(['One', 'Example', 'Two', 'Example'], { text, start, starts }, from)
  expect(at('Example', 50)).toBe(1)
  expect(at('Example', 150)).toBe(3)
  // in a later chunk, the headings before it are not counted
  expect(headingIndex(['Two', 'Example'], { text: 'Example', start: 150, starts }, 100)).toBe(1)
  // more headings are rendered than were read
  expect(headingIndex(['Quoted', 'One', 'Example'], { text: 'One', start: 0, starts }, 0)).toBe(1)
  // a formula is rendered as other letters
  expect(at('x^2', 100)).toBe(2)
  expect(headingIndex([], { text: 'One', start: 0, starts }, 0)).toBe(-1)
})

test('the current message is the last that begins at the top of the view or above it', () => {
  expect(readIndex([-800, -20, 300])).toBe(1)
  expect(readIndex([-800, 12, 300])).toBe(1)
  expect(readIndex([100, 300])).toBe(-1)
  expect(readIndex([])).toBe(-1)
})
