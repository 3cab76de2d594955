import { chunksOf } from '../../../shared/passages/chunker.ts'

/** A part of a text, in UTF-16 units: from `start` up to, but not including, `end`. */
export interface TextChunk {
  readonly start: number
  readonly end: number
}

/**
 * Cuts a text of the history into passages, without the spaces at their ends and without passages that hold no word.
 */
export function chunkText(text: string): readonly TextChunk[] {
  return chunksOf({ text, shape: 'prose', parts: null, joinsParts: false }).flatMap(({ start, end }) => {
    const part = text.slice(start, end)
    const from = start + (part.length - part.trimStart().length)
    const to = end - (part.length - part.trimEnd().length)
    return from < to && /[\p{L}\p{N}]/u.test(text.slice(from, to)) ? [{ start: from, end: to }] : []
  })
}
