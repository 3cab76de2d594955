import type { AttachedFile } from '../../../shared/attached-file.ts'
import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { memoryText } from '../../../shared/memory-text.ts'
import { estimateTokens } from '../../../shared/passages/token-estimate.ts'
import { tokensOfPictures } from '../../../shared/picture-tokens.ts'
import { withoutThinking } from '../../../shared/thinking.ts'
import type { Conversations, StoredConversation } from '../../storage/conversations.ts'
import type { ContextMessage, Messages } from '../../storage/messages.ts'
import type { SendsMemories } from '../memories/index.ts'
import type { AnswerRounds } from './answer-rounds.ts'
import { firstSent, isSaid, summaryText } from './chat-context.ts'
import type { ChatReader } from './chat-reader.ts'
import { textWithPassages } from './passage-text.ts'

/** Messages read at a time, so that other work does not have to wait. */
const stepSize = 200
/** Messages whose estimate is remembered. */
const knownMax = 50_000
/** Tokens for the frame of a message. */
const frameTokens = 4

export interface ContextSizeParts {
  readonly reader: Pick<ChatReader, 'goesOnFrom'>
  readonly conversations: Conversations
  readonly messages: Messages
  readonly rounds: AnswerRounds
  readonly memories: Pick<SendsMemories, 'sentWith'>
}

interface Measured {
  readonly id: string
  readonly role: ContextMessage['role']
  readonly tokens: number
  readonly pictures: number
}

/** Estimates how much of a conversation its next request would send. */
export class ContextSizes {
  private readonly parts: ContextSizeParts
  /** Tokens by id, length of the text and the length of added calls. */
  private readonly known = new Map<string, number>()

  constructor(parts: ContextSizeParts) {
    this.parts = parts
  }

  /** Estimates the tokens of the next request. Throws an AppFailure `not_found`. */
  async measure(wish: CallInput<'chat.measure'>): Promise<CallOutput<'chat.measure'>> {
    const { asked = [], conversationId, endId, within, isFollowed = endId === undefined } = wish
    const conversation =
      this.parts.conversations.findConversation(conversationId) ?? fail('not_found', 'no such conversation')
    const lastId = endId === undefined ? conversation.leafId : endId
    const shown = await this.requestOf(conversation, lastId, isFollowed)
    const requests = new Map([[lastId, shown]])
    const limits = [{ request: shown, within: asked.length === 0 ? within : null }]
    const froms = asked.length === 0 ? [] : this.parts.reader.goesOnFrom(lastId, asked)
    for (const [index, from] of froms.entries()) {
      const request = requests.get(from) ?? (await this.requestOf(conversation, from, isFollowed))
      requests.set(from, request)
      limits.push({ request, within: asked[index]?.within ?? null })
    }
    const isFitting = limits.every((limit) => limit.within === null || limit.request.tokens <= limit.within)
    const beginning = this.beginningOf(conversation, false)
    const rooms = limits.map((limit) => ({
      messages: limit.request.sent,
      room: limit.within === null ? Number.POSITIVE_INFINITY : limit.within - beginning,
    }))
    return {
      tokens: Math.ceil(shown.tokens),
      ...(asked.length === 0 ? {} : { asked: limits.slice(1).map(({ request }) => Math.ceil(request.tokens)) }),
      messages: shown.sent.length,
      left: shown.left,
      pictures: shown.sent.reduce((sum, { pictures }) => sum + pictures, 0),
      fit: isFitting ? null : fitting(rooms, isFollowed),
    }
  }

  /** Returns the part of a conversation that a request sends when it continues from a message. */
  private async requestOf(conversation: StoredConversation, lastId: string | null, isFollowed: boolean) {
    const { branch, isCut, left } = await this.branchOf({ ...conversation, leafId: lastId }, isFollowed)
    const limit = conversation.parameters.contextMessages
    // the new message counts toward the limit
    const count = limit === null ? branch.length : limit - (isFollowed ? 1 : 0)
    const sent = branch.slice(Math.max(0, branch.length - count))
    const tokens = sumOf(sent) + this.beginningOf(conversation, isCut)
    return { sent, tokens, left: left + branch.length - sent.length }
  }

  /**
   * Resolves to the messages that are sent, oldest first, the number of messages left out, and whether the branch
   * contains the message that the context begins with.
   */
  private async branchOf({ leafId, parameters: { context } }: StoredConversation, isFollowed: boolean) {
    const steps: (readonly Measured[])[] = []
    let left = 0
    let isBefore = false
    let lastId = leafId
    while (lastId !== null) {
      const step: readonly ContextMessage[] = this.parts.messages.context(lastId, stepSize)
      const at: number = isBefore ? -1 : step.findIndex(({ id }) => id === context?.fromId)
      if (isBefore) left += step.length
      else {
        const isLast: boolean = !isFollowed && steps.length === 0 && at === step.length - 1
        const from: number = firstSent(at, context, isLast)
        steps.unshift(this.measured(step.slice(from)))
        left += from
        isBefore = at >= 0
      }
      const first = step[0]
      lastId = first === undefined ? null : (this.parts.messages.findMessage(first.id)?.parentId ?? null)
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { branch: steps.flat(), left, isCut: isBefore }
  }

  /**
   * Returns the tokens before the messages: instructions, tools, facts of the memory, and the summary of the
   * messages left out.
   */
  private beginningOf({ connectionId, model, parameters }: StoredConversation, isCut: boolean): number {
    const { tools } = this.parts.rounds.offer(parameters, connectionId, model)
    const summary = isCut ? (parameters.context?.summary ?? '') : ''
    const memory = memoryText(this.parts.memories.sentWith(parameters))
    return (
      estimateTokens(parameters.system).tokens +
      (memory === '' ? 0 : estimateTokens(memory).tokens) +
      (tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools)).tokens) +
      (summary === '' ? 0 : estimateTokens(summaryText(summary)).tokens)
    )
  }

  private measured(step: readonly ContextMessage[]): readonly Measured[] {
    const { rounds } = this.parts
    const [withCalls, withFiles, withPassages] = [rounds.among(step), rounds.withFiles(step), rounds.withPassages(step)]
    return step.flatMap((message): readonly Measured[] => {
      const { attachments, id, role, text } = message
      // calls add results while the text stays unchanged
      const calls = withCalls.has(id) ? this.callText(id) : ''
      const key = `${id} ${text.length} ${calls.length}`
      const known = this.known.get(key)
      const files = withFiles.has(id) ? rounds.filesOf(id) : []
      const isEmpty = !isSaid(message) && attachments.length === 0 && files.length === 0 && !withCalls.has(id)
      if (isEmpty) return []
      const tokens =
        known ?? this.textTokens(message, withPassages.has(id)) + fileTokens(files) + estimateTokens(calls).tokens
      if (this.known.size > knownMax) this.known.clear()
      this.known.set(key, tokens)
      return [{ id, role, tokens: tokens + frameTokens + tokensOfPictures(attachments), pictures: attachments.length }]
    })
  }

  private textTokens(message: ContextMessage, hasPassages: boolean): number {
    const { id, role, text } = message
    if (role === 'assistant') return estimateTokens(withoutThinking(text)).tokens
    return estimateTokens(textWithPassages(message, hasPassages ? this.parts.rounds.passagesOf(id) : [])).tokens
  }

  private callText(messageId: string): string {
    const calls = this.parts.rounds.roundsOf(messageId).flatMap((round) => round.calls)
    return calls.map((call) => `${call.name} ${call.editedArguments ?? call.arguments} ${call.result}`).join('\n')
  }
}

function fileTokens(files: readonly AttachedFile[]): number {
  return files.reduce((sum, { tokens }) => sum + tokens, 0)
}

function sumOf(messages: readonly Measured[]): number {
  return messages.reduce((sum, { tokens }) => sum + tokens, 0)
}

/** The messages that a model would get, and the tokens available for them. */
interface Room {
  readonly messages: readonly Measured[]
  readonly room: number
}

/**
 * Returns the longest newest part that fits into every room and begins with a user message that all of them have. If no
 * part fits and a new message follows, requests begin after all of these. Tokens are those of the longest request.
 */
function fitting(rooms: readonly Room[], isFollowed: boolean): CallOutput<'chat.measure'>['fit'] {
  const sums = rooms.map(({ messages }) => tokensFrom(messages))
  const shown = rooms[0]?.messages ?? []
  let found: CallOutput<'chat.measure'>['fit'] = null
  for (const [at, { id, role }] of [...shown.entries()].toReversed()) {
    if (role !== 'user') continue
    const tokens = sums.map((sum) => sum.get(id))
    const isCommon = tokens.every((sum) => sum !== undefined)
    if (!isCommon) continue
    if (rooms.some(({ room }, index) => (tokens[index] ?? 0) > room)) break
    found = { fromId: id, tokens: Math.ceil(Math.max(...tokens)), messages: shown.length - at }
  }
  const last = shown.at(-1)
  if (found !== null || !isFollowed || last === undefined) return found
  const isSameEnd = rooms.every(({ messages, room }) => messages.at(-1)?.id === last.id && room >= 0)
  return isSameEnd ? { fromId: last.id, isAfter: true, tokens: 0, messages: 0 } : null
}

/** Returns the tokens of the part that begins with each message. */
function tokensFrom(messages: readonly Measured[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  let tokens = 0
  for (const message of messages.toReversed()) {
    tokens += message.tokens
    sums.set(message.id, tokens)
  }
  return sums
}
