import { AppFailure, appError, fail } from '../../shared/errors.ts'
import { pictureKind } from '../media/picture-kind.ts'
import type { AnswerTask, ReadAnswer } from './answer-messages.ts'
import { readEmbeddings } from './embedding-answer.ts'
import { readImages } from './image-answer.ts'
import { heardIn, readTranscriptionAnswer, unlessRefused } from './transcription-answer.ts'

/** Longest transcript body read: a day of speech. More is an attempt to exhaust memory. */
const rawMax = 32 * 1024 * 1024
const heardMax = 250_000

/** Reads one body. Never throws: returns `refused` with the reason when it holds no result. */
export function readAnswer(task: AnswerTask): ReadAnswer {
  try {
    return (task.kind === 'images' ? bareImage(task.body) : null) ?? read(task, new TextDecoder().decode(task.body))
  } catch (cause) {
    if (cause instanceof AppFailure) return { kind: 'refused', error: cause.error }
    // longer than a string can be, or nested deeper than the stack
    const detail = cause instanceof RangeError ? cause.message : 'the reader failed'
    return { kind: 'refused', error: appError('answer_not_read', detail) }
  }
}

/** Returns the picture of an answer whose body is the picture file; null for any other body. */
function bareImage(body: Uint8Array): ReadAnswer | null {
  const kind = pictureKind(body)
  if (kind === null || kind.name === 'SVG') return null
  const bytes = new Uint8Array(body)
  return {
    kind: 'images',
    answer: { pieces: [{ kind: 'bytes', bytes, revisedPrompt: null }], reason: null, leftovers: null, task: null },
  }
}

function read(task: AnswerTask, text: string): ReadAnswer {
  switch (task.kind) {
    case 'images': {
      if (text.trim() === '') fail('empty_answer', 'the answer was empty')
      const answer = readImages(text, task.secrets, task.asked)
      return { kind: 'images', answer: { ...answer, pieces: [...answer.pieces] } }
    }
    case 'transcription': {
      if (text.length > rawMax) fail('answer_not_read', 'a transcript that is far too long')
      const read = task.partial ? readTranscriptionAnswer(text, { partial: true }) : heardIn(text, task.secrets)
      if (read === null) return fail('not_a_gateway', 'nothing that can be read')
      const heard = unlessRefused(read, text, task.secrets)
      if (heard.words.length + (heard.segments?.length ?? 0) > heardMax)
        fail('answer_not_read', 'a transcript of far too many words')
      return { kind: 'transcription', heard, raw: text }
    }
    case 'embeddings': {
      if (text.trim() === '') fail('empty_answer', 'the answer was empty')
      return { kind: 'embeddings', ...readEmbeddings(text, task.secrets, task.asked) }
    }
    case 'text':
      return { kind: 'text', text: text.slice(0, task.shown).toWellFormed(), length: text.length }
  }
}
