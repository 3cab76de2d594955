import fc from 'fast-check'
import type { TranscriptSegment } from '../../../../src/shared/transcript.ts'

let serial = 0

/** A segment with a text, and the given changes. */
export function segment(text: string, more: Partial<TranscriptSegment> = {}): TranscriptSegment {
  serial += 1
  return { id: `s${serial}`, from: null, to: null, text, speaker: null, words: [], mended: false, ...more }
}

/** A segment whose words have even times. */
export function spoken(text: string, from: number, to: number): TranscriptSegment {
  const words = text.split(' ')
  const step = (to - from) / words.length
  return segment(text, {
    from,
    to,
    words: words.map((word, index) => ({ from: from + index * step, to: from + (index + 1) * step, text: word })),
  })
}

const texts = fc.array(fc.constantFrom('tea', 'box', '茶', '盒子', 'for-all', 'a', '$&', '.'), {
  minLength: 1,
  maxLength: 8,
})

/** Transcripts as gateways send them: with times and words, with times only, and without either. */
export const transcripts: fc.Arbitrary<readonly TranscriptSegment[]> = fc
  .array(fc.record({ words: texts, kind: fc.constantFrom('words', 'times', 'plain') }), { minLength: 1, maxLength: 6 })
  .map((parts) =>
    parts.map(({ words, kind }, index) => {
      const text = words.join(' ')
      const from = index * 1000
      if (kind === 'words') return spoken(text, from, from + 900)
      return kind === 'times' ? segment(text, { from, to: from + 900 }) : segment(text)
    }),
  )

/** The whole text without spaces. */
export function letters(segments: readonly TranscriptSegment[]): string {
  return segments.map((each) => each.text.replace(/\s+/g, '')).join('')
}
