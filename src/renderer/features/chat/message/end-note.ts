import { answerEnd } from '../../../../shared/answer-end.ts'

/** Text and action below a complete answer that may be truncated. */
export interface EndNote {
  readonly words: 'lengthReached' | 'filtered' | 'endBroken' | 'endUnknown'
  /** `retry` if there is no text to continue. */
  readonly action: 'continue' | 'retry' | null
  /** The gateway's reason in plain characters. */
  readonly reason: string
}

const reasonMax = 40

/** Returns the note on the end of an answer; null if the answer is complete. */
export function endNote(finishReason: string | null, hasText: boolean): EndNote | null {
  const reason = (finishReason ?? '')
    .slice(0, 100)
    .replace(/[^\p{L}\p{N}_ .:-]/gu, '')
    .slice(0, reasonMax)
    .toWellFormed()
  const action = hasText ? 'continue' : 'retry'
  switch (answerEnd(finishReason)) {
    case 'whole':
      return null
    case 'length':
      return { words: 'lengthReached', action, reason }
    case 'filter':
      // a continuation would be filtered too
      return { words: 'filtered', action: null, reason }
    case 'broken':
      return { words: 'endBroken', action, reason }
    case 'unknown':
      return { words: 'endUnknown', action, reason }
  }
}
