import type { Leftovers } from '../../shared/kept-answer.ts'

/** A recognised word; times are in ms from the beginning of the sent audio. */
export interface HeardWord {
  readonly from: number
  readonly to: number
  readonly text: string
  /** Label of its speaker; absent if the answer names none. */
  readonly speaker?: string
}

export interface HeardSegment {
  /** Start of the segment in ms; null when the answer has no time for it, and it then follows the previous one. */
  readonly from: number | null
  readonly to: number | null
  readonly text: string
  readonly speaker: string | null
}

/** A transcript in any of the gateway's formats. */
export interface HeardAnswer {
  readonly text: string
  readonly language: string | null
  /** Length of the recording in ms. */
  readonly duration: number | null
  /** The segments; null when the answer has no times. */
  readonly segments: readonly HeardSegment[] | null
  /** The words with their times; empty when the answer has none. */
  readonly words: readonly HeardWord[]
  /** Leftovers of the answer; absent if everything is used. */
  readonly leftovers?: Leftovers
  /** True if the body was cut off, so that words are missing. */
  readonly isCut?: boolean
}

/** Returns true for an answer with any text. */
export function hasWords({ segments, text, words }: HeardAnswer): boolean {
  return text.trim() !== '' || words.length > 0 || (segments ?? []).some((one) => one.text.trim() !== '')
}
