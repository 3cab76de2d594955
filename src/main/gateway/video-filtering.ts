import { type Fields, isFields } from './liberal-fields.ts'

/** The content rules' reason for a finished task without a video. */
export interface Filtering {
  /** The gateway's reason; null if it gives none. */
  readonly message: string | null
  readonly code: string
}

/**
 * Returns the reason if content rules withheld the video of a finished task: `moderated: true`, or the counts and
 * reasons of Veo. Null for any other. Applies only if the answer has no video.
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
