/** Meanings of a gateway's status words. */
export const videoMeanings = ['pending', 'processing', 'completed', 'failed', 'cancelled', 'expired'] as const
export type VideoMeaning = (typeof videoMeanings)[number]

/**
 * Known status words of video tasks: the four of the API (gateway-api.md, Video task), and others that similar gateways
 * send.
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
  preparing: 'pending',
  pre_processing: 'pending',
  preprocessing: 'pending',
  throttled: 'pending',
  in_queue: 'pending',
  starting: 'pending',
  init: 'pending',
  initializing: 'pending',
  processing: 'processing',
  in_progress: 'processing',
  running: 'processing',
  generating: 'processing',
  rendering: 'processing',
  started: 'processing',
  // parts of the result are ready
  text_success: 'processing',
  first_success: 'processing',
  post_processing: 'processing',
  dreaming: 'processing',
  working: 'processing',
  active: 'processing',
  completed: 'completed',
  complete: 'completed',
  succeeded: 'completed',
  succeed: 'completed',
  success: 'completed',
  successful: 'completed',
  finished: 'completed',
  done: 'completed',
  failed: 'failed',
  failure: 'failed',
  error: 'failed',
  rejected: 'failed',
  fail: 'failed',
  errored: 'failed',
  create_task_failed: 'failed',
  generate_failed: 'failed',
  sensitive_word_error: 'failed',
  request_moderated: 'failed',
  content_moderated: 'failed',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  expired: 'expired',
  timeout: 'expired',
  timed_out: 'expired',
  timedout: 'expired',
  timeouted: 'expired',
  排队中: 'pending',
  等待中: 'pending',
  处理中: 'processing',
  生成中: 'processing',
  进行中: 'processing',
  已完成: 'completed',
  成功: 'completed',
  失败: 'failed',
  已取消: 'cancelled',
  已过期: 'expired',
}

/** Prefixes that some gateways put before the status word: `TASK_STATUS_`, `MEDIA_GENERATION_STATUS_`, `JOB_STATE_`. */
const prefix = /^(?:[a-z]{1,20}_){0,4}(?:status|state)_/

/** The known status words with their meanings. */
export const knownVideoWords: readonly (readonly [word: string, meaning: VideoMeaning])[] = Object.entries(known)

/** Normalises a status word for lookup: drops case, spaces and hyphens. */
export function foldWord(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}

/** Returns the meaning of a status word; the user's own table takes precedence. Null for an unknown word. */
export function meaningOf(word: string, own: Readonly<Record<string, VideoMeaning>>): VideoMeaning | null {
  const folded = foldWord(word)
  if (Object.hasOwn(own, folded)) return own[folded] ?? null
  const bare = Object.hasOwn(known, folded) ? folded : folded.replace(prefix, '')
  return Object.hasOwn(known, bare) ? (known[bare] ?? null) : null
}
