import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filePartOf } from '../../../../src/main/services/chat/file-pages.ts'

const all = (text: string) => {
  const { count } = filePartOf(text, 1)
  return Array.from({ length: count }, (_, index) => filePartOf(text, index + 1).text ?? '')
}

test('the parts of a file have a limited length, contain every character, and end at lines where possible', () => {
  const line = fc.string({ unit: 'binary', maxLength: 200 })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 60 }), (lines, times) => {
      const text = `${lines.join('\n')}\n`.repeat(times)
      const parts = all(text)
      expect(parts.join('')).toBe(text)
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(20_000)
    }),
    { numRuns: 50 },
  )
})

test('a page is one of the document, even if its text names another', () => {
  const text = '[Page 1]\nsee below\n\n[Page 9]\nof the appendix\n\n[Page 2]\nthe end'
  expect(filePartOf(text, 1)).toMatchObject({
    kind: 'page',
    count: 2,
    text: '[Page 1]\nsee below\n\n[Page 9]\nof the appendix',
  })
  expect(filePartOf(text, 2).text).toBe('[Page 2]\nthe end')
  expect(filePartOf(text, 3).text).toBeNull()
})

test('a document with a page that is too long is read in parts, so that all of it is reachable', () => {
  const text = `[Page 1]\n${'tide '.repeat(10_000)}\n\n[Page 2]\nthe end`
  const parts = all(text)
  expect(filePartOf(text, 1).kind).toBe('part')
  expect(parts.join('')).toBe(text)
})

test('no character is split between two parts', () => {
  const parts = all('😀'.repeat(30_000))
  expect(parts.every((part) => part.isWellFormed())).toBe(true)
  expect(parts.length).toBeGreaterThan(2)
})
