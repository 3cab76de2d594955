import { answerEnd } from '../../../shared/answer-end.ts'
import type { Conversation } from '../../../shared/chat.ts'
import { fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import { summaryMax } from '../../../shared/parameter-limits.ts'
import { withoutThinking } from '../../../shared/thinking.ts'
import type { StoredConversation } from '../../storage/conversations.ts'
import { SingleQuestions } from '../questions/single-question.ts'
import type { AnswerRunner, AnswerRunnerParts } from './answer-runner.ts'
import { branchEnd, foundAmong } from './branch-steps.ts'
import { contextTurns } from './chat-context.ts'
import type { ChatReader } from './chat-reader.ts'
import { libraryText } from './library-text.ts'

/** Maximum number of messages that are summarised. */
const messagesMax = 100_000

/** Always in English: models follow it and keep the language of the conversation. */
const instruction =
  'Summarise the conversation so far for yourself, so that it can go on without it: facts, decisions, names, numbers, open questions, and what the person wants. Keep the language of the conversation. Write the summary alone, without an introduction.'

export interface SummariesParts
  extends Pick<
    AnswerRunnerParts,
    | 'clock'
    | 'connections'
    | 'conversations'
    | 'database'
    | 'events'
    | 'fetch'
    | 'keeper'
    | 'library'
    | 'messages'
    | 'requests'
    | 'rounds'
    | 'settings'
    | 'spending'
    | 'spendsFirst'
    | 'usageRefusals'
  > {
  readonly answers: Pick<AnswerRunner, 'isRunning'>
  readonly reader: Pick<ChatReader, 'conversation' | 'storedConversation' | 'storedMessage'>
}

type Wish = CallInput<'chat.summarise'>

/** Makes summaries of the beginnings of long conversations. Each is one request that the user asked for. */
export class Summaries {
  private readonly parts: SummariesParts
  private readonly questions: SingleQuestions
  private readonly running = new Map<string, AbortController>()

  constructor(parts: SummariesParts) {
    this.parts = parts
    this.questions = new SingleQuestions(parts)
  }

  isRunning(conversationId: string): boolean {
    return this.running.has(conversationId)
  }

  /** Number of requests under way. */
  get count(): number {
    return this.running.size
  }

  /** Makes a summary. Throws an AppFailure with the reason why there is none. */
  async makeSummary(wish: Wish): Promise<Conversation> {
    const { answers, connections, reader } = this.parts
    const { connectionId, conversationId, fromId, isAfter } = wish
    const conversation = reader.storedConversation(conversationId)
    const first = reader.storedMessage(fromId)
    const lastId = isAfter === true ? fromId : first.parentId
    if (first.conversationId !== conversationId || lastId === null)
      fail('invalid_input', 'nothing stands before this message')
    if (!connections.has(connectionId)) fail('no_connection')
    if (answers.isRunning(conversationId) || this.running.has(conversationId)) fail('busy')
    const abort = new AbortController()
    this.running.set(conversationId, abort)
    try {
      return await this.request(wish, conversation, lastId, abort.signal)
    } finally {
      this.running.delete(conversationId)
    }
  }

  stop(conversationId: string): null {
    this.running.get(conversationId)?.abort()
    return null
  }

  close(): void {
    for (const abort of this.running.values()) abort.abort()
  }

  private async request(
    { connectionId, conversationId, fromId, isAfter, model }: Wish,
    { parameters }: StoredConversation,
    lastId: string,
    signal: AbortSignal,
  ): Promise<Conversation> {
    const messages = await this.turns(lastId, { ...parameters, contextMessages: null }, connectionId, model)
    const { end, kept, text } = await this.questions.askOnce({
      ...{ connectionId, model, messages, maxTokens: null, signal },
      owner: { kind: 'chat', ownerId: lastId, part: 0 },
      about: fromId,
      spentOn: conversationId,
    })
    const whole = withoutThinking(text).trim()
    const summary = beginningOf(whole)
    if (summary === '') fail('empty_answer', 'a summary without text')
    const isCut = summary !== whole || answerEnd(end.finishReason) !== 'whole'
    // paid for, and a beginning that says so is better than nothing: the user reads it before it is sent
    this.writeContext(conversationId, { fromId, ...(isAfter ? { isAfter } : {}), summary, ...(isCut ? { isCut } : {}) })
    await this.parts.keeper.recordRead(kept, null)
    const told = this.parts.reader.conversation(conversationId)
    this.parts.events.emit('chat.conversation', told)
    return told
  }

  private writeContext(
    conversationId: string,
    context: NonNullable<StoredConversation['parameters']['context']>,
  ): void {
    const { conversations, database, reader } = this.parts
    database.durably(() => {
      const now = reader.storedConversation(conversationId)
      conversations.updateConversation({ ...now, parameters: { ...now.parameters, context } })
    })
  }

  private async turns(
    lastId: string,
    parameters: StoredConversation['parameters'],
    connectionId: string,
    model: string,
  ): ReturnType<typeof contextTurns> {
    const { library, messages, rounds } = this.parts
    const { branch, isCut } = await branchEnd(messages, lastId, messagesMax, parameters.context?.fromId)
    const withCalls = await foundAmong(branch, (part) => rounds.among(part))
    const withPassages = await foundAmong(branch, (part) => rounds.withPassages(part))
    const withFiles = await foundAmong(branch, (part) => rounds.withFiles(part))
    return await contextTurns(branch, {
      parameters,
      connectionId,
      model,
      ask: instruction,
      isCut,
      readMedia: (item) => library.readMedia(item),
      roundsOf: ({ id }) => (withCalls.has(id) ? rounds.roundsOf(id) : []),
      passagesOf: ({ id }) => (withPassages.has(id) ? rounds.passagesOf(id) : []),
      filesOf: ({ id }) => (withFiles.has(id) ? rounds.filesOf(id) : []),
      readText: (textId) => libraryText(library, textId),
    })
  }
}

/** Returns as much of a summary as is kept, without half a character at its end. */
function beginningOf(text: string): string {
  if (text.length <= summaryMax) return text
  const last = text.charCodeAt(summaryMax - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? summaryMax - 1 : summaryMax)
}
