import { type AppError, appError } from '../../shared/errors.ts'
import { foldWord, meaningOf } from '../../shared/video-words.ts'
import { streamError } from './errors.ts'
import { isError } from './failure-in-answer.ts'
import { contentText, type Fields, isFields } from './liberal-fields.ts'

const reasonNames = ['finish_reason', 'finishReason', 'block_reason', 'blockReason', 'status', 'state'] as const
const sentenceNames = [
  ...['raiFilteredReason', 'finishMessage', 'finish_message', 'block_reason_message', 'blockReasonMessage'],
  ...['reason', 'message', 'detail', 'revised_prompt'],
] as const
/** Word parts that mean a refusal of content. */
const refusalParts: ReadonlySet<string> = new Set([
  ...['filtered', 'moderated', 'blocked', 'block', 'blocklist', 'prohibited', 'recitation', 'refused', 'refusal'],
  ...['nsfw', 'sensitive', 'unsafe', 'flagged', 'violation', 'violated', 'violates'],
])
/** Word endings with the same meaning. */
const refusalEnds = ['content_filter', 'safety', 'policy', 'safety_filter', 'safety_system'] as const
/** Word parts that mean unfinished work. */
const workParts = /^(?:check|generation|pending|queued?|review|[a-z]{3,20}ing)$/
/** Longest word read, in UTF-16 units. */
const wordMax = 200

/** Returns the reason for an item without a picture; null if it gives none. */
export function reasonOf(item: unknown, secrets: readonly string[]): AppError | null {
  if (!isFields(item)) return null
  if (isError(item.error)) return streamError({ error: item.error }, secrets)
  const words = reasonNames.map((name) => item[name]).filter((one) => typeof one === 'string')
  // an unfinished state may echo flags of the request
  if (words.some(isUnfinished)) return null
  const word = words.find(isRefusal)
  const isModerated =
    item.respect_moderation === false || item.is_image_safe === false || item.moderated === true || item.nsfw === true
  const sentence = sentenceNames.map((name) => item[name]).find((one) => typeof one === 'string' && one !== '')
  const isFiltered = typeof item.raiFilteredReason === 'string'
  if (word === undefined && !isModerated && !isFiltered) return null
  const said = streamError({ message: String(sentence ?? word ?? ''), code: String(word ?? '') }, secrets)
  return { ...said, code: 'content_refused' }
}

/** Returns true for a refusal of content; false while the content is still being checked. */
function isRefusal(word: string): boolean {
  const folded = foldWord(word.slice(0, wordMax).replace(/([a-z])([A-Z])/g, '$1_$2'))
  const parts = folded.split('_')
  if (parts.some((part) => workParts.test(part))) return false
  return parts.some((part) => refusalParts.has(part)) || refusalEnds.some((end) => folded.endsWith(end))
}

function isUnfinished(word: string): boolean {
  const meaning = meaningOf(word.slice(0, wordMax), {})
  return meaning === 'pending' || meaning === 'processing'
}

/**
 * Returns the reason for a chat-shaped answer without pictures; null if it gives none. Words of the model become the
 * gateway's message.
 */
export function reasonInTalk(value: unknown, secrets: readonly string[]): AppError | null {
  if (!isFields(value)) return null
  const feedback = isFields(value.promptFeedback) ? reasonOf(value.promptFeedback, secrets) : null
  const turns = [...listOf(value.choices), ...listOf(value.candidates), ...listOf(value.predictions)]
  const own = reasonOf(value, secrets)
  const reason = feedback ?? own ?? turns.map((turn) => reasonOf(turn, secrets)).find((one) => one !== null) ?? null
  const words = [...turns, ...listOf(value.output)].map(wordsOf).find((text) => text.trim() !== '') ?? ''
  if (reason !== null) return words === '' ? reason : { ...reason, gatewayMessage: said(words, secrets) }
  if (words === '') return null
  return appError('empty_answer', 'words in place of a picture', { gatewayMessage: said(words, secrets) })
}

function said(words: string, secrets: readonly string[]): string | null {
  return streamError({ message: words }, secrets).gatewayMessage
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.slice(0, 100).filter(isFields) : []
}

/** Returns the words of one chat turn. */
function wordsOf({ content, message, parts, text }: Fields): string {
  const inner = isFields(message) ? (message.content ?? message.refusal) : (content ?? parts ?? text)
  return contentText(isFields(inner) && Array.isArray(inner.parts) ? inner.parts : inner).slice(0, 2_000)
}
