import { type Fields, isFields } from './liberal-fields.ts'

/** Why a finished task has no video: content rules. */
export interface Filtering {
  /** The gateway's reason; null where it gives none. */
  readonly message: string | null
  readonly code: string
}

/**
 * Returns the reason of a finished task whose video content rules held back: `moderated: true`, or the counts and reasons of
 * Veo. Null for any other. Counts only where the answer has no video.
 */
export function filteringIn(top: Fields, levels: readonly Fields[]): Filtering | null {
  const response = isFields(top.response) ? top.response : {}
  const inner = isFields(response.generateVideoResponse) ? [response.generateVideoResponse] : []
  for (const level of [...levels, response, ...inner]) {
    const reasons = Array.isArray(level.raiMediaFilteredReasons) ? level.raiMediaFilteredReasons : []
    const given = reasons.filter((reason) => typeof reason === 'string').join(' ')
    const isFiltered = level.moderated === true || given !== '' || Number(level.raiMediaFilteredCount) > 0
    if (isFiltered) return { message: given || sentenceOf(level), code: 'content_filter' }
  }
  return null
}

function sentenceOf({ message, reason }: Fields): string | null {
  return [reason, message].find((text) => typeof text === 'string' && text.trim() !== '')?.toString() ?? null
}
