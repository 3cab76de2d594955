import { expect, test } from 'vitest'
import { readIndex } from '../../../../../src/renderer/features/chat/actions/jump.ts'
import { matchingQuestions } from '../../../../../src/renderer/features/chat/state/outline-store.ts'

const questions = [{ text: 'What lights a Harbour?' }, { text: '夜里的渡口呢？' }, { text: 'A harbour at night' }]

test('the questions with all words of a search keep their numbers', () => {
  expect(matchingQuestions(questions, 'harbour a').map(({ number }) => number)).toEqual([1, 3])
  expect(matchingQuestions(questions, ' 渡口 ').map(({ number }) => number)).toEqual([2])
  expect(matchingQuestions(questions, '').map(({ number }) => number)).toEqual([1, 2, 3])
  expect(matchingQuestions(questions, 'harbour moon')).toEqual([])
  // however its letters are stored, and in any width
  const others = [{ text: 'Un cafe\u0301' }, { text: 'ＴＥＡ' }, { text: 'ΟΔΟΣ' }]
  expect(['CAFÉ', 'tea', 'οδος', 'ΟΔΟΣ'].map((search) => matchingQuestions(others, search)[0]?.number)).toEqual([
    1, 2, 3, 3,
  ])
})

test('the message that is read is the last that begins at the top of the view or above it', () => {
  expect(readIndex([-800, -20, 300])).toBe(1)
  expect(readIndex([-800, 12, 300])).toBe(1)
  expect(readIndex([100, 300])).toBe(-1)
  expect(readIndex([])).toBe(-1)
})
