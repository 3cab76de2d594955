import type { TranscriptSegment } from '../../../../shared/transcript.ts'
import { elapsedWords } from '../../../components/words/figure-words.ts'

export interface TextShape {
  readonly times: boolean
  readonly speakers: boolean
}

/** Returns a transcript as text for a model: one segment per line, or running text without times and speakers. */
export function plainText(segments: readonly TranscriptSegment[], shape: TextShape): string {
  return segments
    .filter((segment) => segment.text.trim() !== '')
    .map((segment) => {
      const time = shape.times && segment.from !== null ? `[${elapsedWords(segment.from)}] ` : ''
      const speaker = shape.speakers && segment.speaker !== null ? `${segment.speaker}: ` : ''
      return `${time}${speaker}${segment.text.trim()}`
    })
    .join('\n')
}

/** Returns the text for the composer: the question, and the transcript under its title. */
export function chatText(prompt: string, title: string, text: string): string {
  const asked = prompt.trim()
  const body = `${title}\n\n${text}`
  return asked === '' ? body : `${asked}\n\n---\n\n${body}`
}
