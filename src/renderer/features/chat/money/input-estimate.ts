import type { Message } from '../../../../shared/chat.ts'
import { estimateTokens } from '../../../../shared/passages/token-estimate.ts'

interface Next {
  /** The loaded messages of the branch. */
  readonly messages: readonly Message[]
  /** Whether the branch has messages before them. */
  readonly hasEarlier: boolean
  readonly system: string
  readonly draft: string
  readonly hasPictures: boolean
}

/**
 * Estimated tokens of the next request: what the gateway counted for the last answer, and the texts after it. Null where
 * that is unknown: pictures, earlier messages that are not loaded, or rounds of tools, whose tokens are sums.
 */
export function nextPromptTokens({ draft, hasEarlier, hasPictures, messages, system }: Next): number | null {
  if (hasPictures) return null
  const at = messages.findLastIndex(({ role, status }) => role === 'assistant' && status.usage !== null)
  const counted = messages[at]
  const isUsable = counted !== undefined && (counted.calls ?? []).length === 0
  if (!isUsable && hasEarlier) return null
  const rest = isUsable ? messages.slice(at + 1) : messages
  if (rest.some(({ attachments, calls }) => attachments.length > 0 || (calls ?? []).length > 0)) return null
  const usage = isUsable ? counted.status.usage : null
  const known = usage === null ? estimateTokens(system).tokens : usage.promptTokens + usage.completionTokens
  return rest.reduce((sum, { text }) => sum + estimateTokens(text).tokens, known + estimateTokens(draft).tokens)
}
