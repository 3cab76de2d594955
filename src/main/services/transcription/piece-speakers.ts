import type { HeardAnswer } from '../../gateway/heard-answer.ts'

/** Labels that a gateway counts up: `A`, `0`, `speaker_1`, `SPEAKER_00`, `spk2`, `说话人 1`. */
const counted = /^(speaker|spk|说话人|发言人)?[\s_-]?([a-z]|\d{1,3})$/i

/**
 * Returns an answer whose counted speakers have the number of their piece, from the second piece on. A gateway counts
 * anew in each piece, so that its first speaker is not the first one of the piece before.
 */
export function withPieceSpeakers(answer: HeardAnswer, index: number): HeardAnswer {
  if (index === 0) return answer
  const labelled = (speaker: string): string => (counted.test(speaker) ? `${speaker} (${index + 1})` : speaker)
  return {
    ...answer,
    segments:
      answer.segments?.map((segment) =>
        segment.speaker === null ? segment : { ...segment, speaker: labelled(segment.speaker) },
      ) ?? null,
    words: answer.words.map((word) =>
      word.speaker === undefined ? word : { ...word, speaker: labelled(word.speaker) },
    ),
  }
}
