/** What a status word of a gateway means. */
export const videoMeanings = ['pending', 'processing', 'completed', 'failed', 'cancelled', 'expired'] as const
export type VideoMeaning = (typeof videoMeanings)[number]

/**
 * The status words of video tasks that are known: the contract's four (gateway-api.md, Video task), and those that
 * gateways of the same kind are seen to send instead.
 */
const known: Readonly<Record<string, VideoMeaning>> = {
  pending: 'pending',
  queued: 'pending',
  queueing: 'pending',
  submitted: 'pending',
  created: 'pending',
  accepted: 'pending',
  waiting: 'pending',
  scheduled: 'pending',
  not_start: 'pending',
  processing: 'processing',
  in_progress: 'processing',
  running: 'processing',
  generating: 'processing',
  rendering: 'processing',
  started: 'processing',
  completed: 'completed',
  complete: 'completed',
  succeeded: 'completed',
  success: 'completed',
  successful: 'completed',
  finished: 'completed',
  done: 'completed',
  failed: 'failed',
  failure: 'failed',
  error: 'failed',
  rejected: 'failed',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  expired: 'expired',
  timeout: 'expired',
  timed_out: 'expired',
}

/** The words that are known, each with what it means. */
export const knownVideoWords: readonly (readonly [word: string, meaning: VideoMeaning])[] = Object.entries(known)

/** How a word is looked up: without case, spaces and hyphens. */
export function foldWord(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}

/** What a status word means, by the person's own table first; null where nobody knows it. */
export function meaningOf(word: string, own: Readonly<Record<string, VideoMeaning>>): VideoMeaning | null {
  const folded = foldWord(word)
  if (Object.hasOwn(own, folded)) return own[folded] ?? null
  return Object.hasOwn(known, folded) ? (known[folded] ?? null) : null
}
