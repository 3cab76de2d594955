import { AppFailure } from '../../../shared/errors.ts'
import type { HeardAnswer } from '../../gateway/heard-answer.ts'
import { readLiberalJson } from '../../gateway/liberal-json.ts'
import { readTranscriptionAnswer, unlessRefused } from '../../gateway/transcription-answer.ts'

/** Reads a stored answer as far as possible; the text of an unreadable answer is its body. */
export function storedAnswer(body: string): HeardAnswer {
  const read = readTranscriptionAnswer(body, { partial: true })
  if (read === null) return textAnswer(body)
  try {
    return unlessRefused(read, body, [])
  } catch (cause) {
    if (cause instanceof AppFailure) return textAnswer(body)
    throw cause
  }
}

/** Returns an answer whose whole body is its text. */
export function textAnswer(body: string): HeardAnswer {
  const text = body
    .split('\n')
    .flatMap((line) => line.match(/.{1,2000}/gsu) ?? [])
    .join('\n')
  const isCut = /^\s*[{[]/.test(body) && readLiberalJson(body)?.whole === false
  return { text, language: null, duration: null, segments: null, words: [], ...(isCut ? { isCut } : {}) }
}
