/**
 * How an answer ended, by the gateway's reason.
 * - `whole`: the model had said everything, or calls tools
 * - `length`: a limit of tokens was reached
 * - `filter`: the gateway or model withheld the rest
 * - `broken`: an overload or a fault ended it
 * - `unknown`: any other reason
 */
export type AnswerEnd = 'whole' | 'length' | 'filter' | 'broken' | 'unknown'

/** Reason of an answer whose text the user edited. */
export const editedByUser = 'edited_by_user'

/** Reasons of complete answers, in lower case and without separators. */
const whole: ReadonlySet<string> = new Set([
  ...['stop', 'stopped', 'endturn', 'stopsequence', 'stopsequences', 'stopword', 'stoptoken', 'stopstring'],
  ...['eos', 'eostoken', 'eosfound', 'endoftext', 'endofsequence', 'endofturn', 'end', 'complete', 'completed'],
  ...['finish', 'finished', 'done', 'success', 'succeeded', 'normal', 'natural', 'null', 'none', 'unspecified'],
  'editedbyuser',
  ...['toolcalls', 'toolcall', 'tooluse', 'tool', 'tools', 'functioncall', 'functioncalls', 'function'],
])

/** Parts of other reasons; the first match counts. */
const parts: readonly (readonly [AnswerEnd, readonly string[]])[] = [
  [
    'filter',
    [
      ...['filter', 'sensitive', 'safety', 'recitation', 'blocklist', 'blocked', 'prohibited', 'spii', 'moderat'],
      ...[
        'refus',
        'censor',
        'policy',
        'guardrail',
        'violat',
        'harm',
        'forbidden',
        'copyright',
        'risk',
        '敏感',
        '违规',
        '安全',
        '审核',
      ],
    ],
  ],
  [
    'broken',
    [
      ...['network', 'insufficient', 'resource', 'overload', 'timeout', 'timedout', 'error', 'fail', 'abort'],
      ...[
        'cancel',
        'interrupt',
        'unavailable',
        'disconnect',
        'connection',
        'server',
        'busy',
        'ratelimit',
        'quota',
        '网络',
        '超时',
        '繁忙',
        '错误',
      ],
    ],
  ],
  ['length', ['length', 'maxtoken', 'maxoutput', 'maxcompletion', 'maxnew', 'tokenlimit', 'limittoken']],
  ['length', ['truncat', 'contextwindow', 'maxcontext', '长度', '截断', '上限']],
]

/** Longest reason that is read, in UTF-16 units. */
const readMax = 100

/** Returns how an answer ended. An answer without a reason counts as whole. */
export function answerEnd(finishReason: string | null): AnswerEnd {
  if (finishReason === null) return 'whole'
  const reason = finishReason
    .slice(0, readMax)
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')
    .replace(/^(finish|stop)reason/, '')
  if (reason === '' || whole.has(reason)) return 'whole'
  if (reason === 'limit') return 'length'
  return parts.find(([, words]) => words.some((word) => reason.includes(word)))?.[0] ?? 'unknown'
}

/** Returns true if a complete answer can be continued, because its gateway may have cut it off. */
export function canContinue(finishReason: string | null): boolean {
  const end = answerEnd(finishReason)
  return end !== 'whole' && end !== 'filter'
}
