import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { translatedLines } from '../../../../../src/main/services/transcription/notes/translated-lines.ts'
import type { NoteSource } from '../../../../../src/main/storage/transcript-notes.ts'

const source = (count: number): NoteSource[] =>
  Array.from({ length: count }, (_, index) => ({ id: `s${index + 1}`, from: null, speaker: null, text: 'x' }))
const read = (count: number, answer: string): string =>
  translatedLines(source(count), answer)
    .map(({ segmentId, text }) => `${segmentId}=${text}`)
    .join(' | ')

describe('the lines of a translation', () => {
  test.each([
    ['a colon', '1: eins\n2: zwei'],
    ['a point', '1. eins\n2. zwei'],
    ['brackets', '[1] : eins\n[2] : zwei'],
    ['bold numbers', '**1**: eins\n**2**: zwei'],
    ['full-width marks', '1：eins\n2、zwei'],
    ['a list', '- 1: eins\n- 2: zwei'],
    ['a fence', '```\n1: eins\n2: zwei\n```'],
    ['CRLF', '1: eins\r\n2: zwei\r\n'],
    ['an introduction', 'Here is the translation:\n\n1: eins\n2: zwei'],
    ['JSON', '["eins", "zwei"]'],
    ['a JSON table in a fence', '```json\n{"1": "eins", "2": "zwei"}\n```'],
    ['no numbers, but as many lines', 'eins\n\nzwei'],
    ['another order', '2: zwei\n1: eins'],
  ])('translated lines are read with %s', (_, answer) => {
    expect(read(2, answer)).toBe('s1=eins | s2=zwei')
  })

  test('translated lines are dropped if missing, empty, unrequested or repeated', () => {
    expect(read(3, '1: eins\n2:\n7: sieben\n1: nochmal')).toBe('s1=eins')
    expect(read(3, 'I cannot translate this.')).toBe('')
    expect(read(2, '')).toBe('')
  })

  test('a translated line may continue in the next line, and begin with a number of its own', () => {
    expect(read(2, '1: es war\nder 3. Mai\n2: 2020 begann es')).toBe('s1=es war der 3. Mai | s2=2020 begann es')
  })

  test('any answer is read without throwing, and names only sent segments, each at most once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.integer({ min: 0, max: 5 }), (answer, count) => {
        const lines = translatedLines(source(count), answer)
        const ids = lines.map(({ segmentId }) => segmentId)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.every((id) => Number(id.slice(1)) <= count)).toBe(true)
        expect(lines.every(({ text }) => text.trim() === text && text !== '')).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
