import { type ChatTarget, type Parameters, snippetFrom } from '../../../shared/chat.ts'
import { type AppError, AppFailure, appError, fail } from '../../../shared/errors.ts'
import type { MediaItem } from '../../../shared/media.ts'
import type { ChatDelta, ChatEnd, ChatIo } from '../../gateway/answer-stream.ts'
import { leftoversOf, type Unused } from '../../gateway/chat-answer.ts'
import type { ChatRequest } from '../../gateway/chat-stream.ts'
import type { GatewayAccess } from '../../gateway/client.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { shownPicture } from '../../media/picture-conversion.ts'
import type { Ports } from '../../platform.ts'
import type { Conversations, StoredConversation } from '../../storage/conversations.ts'
import type { Database } from '../../storage/database.ts'
import type { Journal } from '../../storage/journal.ts'
import type { StoredAnswer } from '../../storage/kept-answers.ts'
import { attachmentsOf, linkAttachments } from '../../storage/message-attachments.ts'
import type { ContextMessage, MessageEnd, Messages, StoredMessage } from '../../storage/messages.ts'
import type { KeepsAnswers } from '../app/answer-keeper.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import { AnswerSender, type AnswerTurn } from '../questions/answer-sender.ts'
import { RequestCost } from '../questions/request-cost.ts'
import type { UsageRefusals } from '../questions/usage-refusals.ts'
import type { RequestLog } from '../requests/index.ts'
import type { SpendingService } from '../spending/index.ts'
import type { AnswerRounds, EndedRound } from './answer-rounds.ts'
import { AnswerRun, type AnswerRunParts } from './answer-run.ts'
import { branchEnd, foundAmong } from './branch-steps.ts'
import { contextTurns } from './chat-context.ts'
import { conversationShape } from './chat-shapes.ts'
import { joinedUsage } from './joined-usage.ts'
import { libraryText } from './library-text.ts'
import type { TextSender } from './text-sender.ts'

export interface AnswerRunnerParts extends Pick<Ports, 'events' | 'clock' | 'fetch' | 'random' | 'log'> {
  readonly requests: Pick<RequestLog, 'about'>
  readonly database: Database
  readonly conversations: Conversations
  readonly messages: Messages
  readonly journal: Journal
  readonly keeper: KeepsAnswers
  readonly library: MediaLibrary
  readonly connections: ConnectionsService
  readonly settings: SettingsService
  readonly rounds: AnswerRounds
  readonly texting: TextSender
  readonly spending: Pick<SpendingService, 'begin' | 'budget' | 'forget' | 'record'>
  readonly usageRefusals: UsageRefusals
  /** True if the spending is a request's only trace, so that its row is written before the request is sent. */
  readonly spendsFirst: boolean
  /** Called after the end of an answer was stored. Must not throw. */
  readonly onEnded: (answer: EndedAnswer) => void
}

/** An answer that has ended, and the model it was requested from. */
export interface EndedAnswer extends Pick<MessageEnd, 'error' | 'state'> {
  readonly messageId: string
  readonly conversationId: string
  readonly target: ChatTarget | null
}

/** A round whose request was sent. */
type AskedRound = Omit<EndedRound, 'end' | 'textEnd' | 'roundsBefore'>

/**
 * Runs the streaming answers: sends their requests, stores their text, updates the pages, and recovers after a crash.
 */
export class AnswerRunner {
  private readonly parts: AnswerRunnerParts
  private readonly runs = new Map<string, AnswerRun>()
  /** Ends that could not be written: shown at once, and written as soon as the disk accepts them. */
  private readonly unkept = new Map<string, { readonly conversationId: string; readonly end: MessageEnd }>()
  private readonly sender: AnswerSender
  private lastStream = 0

  /** Recovers answers that were streaming when an earlier process died. */
  constructor(parts: AnswerRunnerParts) {
    this.parts = parts
    this.sender = new AnswerSender(parts.connections.endpoints, parts.usageRefusals)
    for (const id of parts.messages.streaming()) this.recover(id)
  }

  /** Number of answers that are streaming or waiting for a retry. */
  get running(): number {
    return this.runs.size
  }

  /** Returns the run of a message; null if none runs. */
  find(messageId: string): AnswerRun | null {
    return this.runs.get(messageId) ?? null
  }

  isRunning(conversationId: string): boolean {
    return this.runsOf(conversationId).length > 0
  }

  /** Returns the ids of the messages of a conversation whose answers are running. */
  runningIn(conversationId: string): readonly string[] {
    return this.runsOf(conversationId).map(({ messageId }) => messageId)
  }

  /** Returns a stored message with its unwritten end, if there is one. */
  asEnded(stored: StoredMessage): StoredMessage {
    return { ...stored, ...this.unkept.get(stored.id)?.end }
  }

  /** Writes pending ends; throws an AppFailure while the disk refuses them. */
  keepUnkept(): void {
    for (const [messageId, { conversationId, end }] of this.unkept) {
      this.write(messageId, conversationId, end)
      this.unkept.delete(messageId)
    }
  }

  /** Requests the answer of a stored message; new text is appended to `baseText`. */
  start(messageId: string, conversationId: string, baseText: string, contextEndsWith: string): void {
    this.lastStream += 1
    // the round of the newest request, for the tools that it asks for
    let asked: AskedRound | null = null
    const turn: AnswerTurn = { endpoint: null }
    const { rounds } = this.parts
    const roundsBefore = rounds.countOf(messageId)
    // beyond the budget from the start: the user agreed to this answer
    const wasBeyond = this.isBeyondBudget()
    const run = new AnswerRun({
      messageId,
      conversationId,
      stream: this.lastStream,
      baseText,
      ...this.thoughtBefore(messageId),
      clock: this.parts.clock,
      random: this.parts.random,
      followsCalls: rounds.endsWithCalls(messageId, baseText),
      request: (signal, text) =>
        this.request({ messageId, conversationId, contextEndsWith, text, turn }, signal, (round) => {
          asked = round
        }),
      callTools: async (end, textEnd, signal) => {
        const error = asked === null ? null : await rounds.carryOut({ ...asked, end, textEnd, roundsBefore }, signal)
        return error ?? (!wasBeyond && this.isBeyondBudget() ? appError('budget_reached') : null)
      },
      journal: (text, kind) => this.parts.journal.append(messageId, text, kind),
      show: (delta, kind) => this.parts.events.emit(kind === 'text' ? 'chat.delta' : 'chat.thinking', delta),
      changed: (changed) => this.tellStatus(changed),
      ended: (ended, end) => this.ended(ended, end),
    })
    this.runs.set(messageId, run)
  }

  /** Returns true if the user wants to be asked before anything more is sent. */
  private isBeyondBudget(): boolean {
    const { settings, spending } = this.parts
    return settings.get().budgetAsks && spending.budget()?.level === 'reached'
  }

  /** Returns the thoughts so far of an answer that continues. */
  private thoughtBefore(messageId: string): Pick<AnswerRunParts, 'baseThinking'> {
    const stored = this.parts.messages.find(messageId)
    if (stored?.thinking === undefined) return {}
    return { baseThinking: { text: stored.thinking, ms: stored.timing?.thinkingMs ?? 0 } }
  }

  async stop(messageId: string): Promise<void> {
    const run = this.runs.get(messageId)
    run?.stop()
    await run?.finished
  }

  async stopConversation(conversationId: string): Promise<void> {
    // a column can be asked again while another one ends
    for (let runs = this.runsOf(conversationId); runs.length > 0; runs = this.runsOf(conversationId)) {
      for (const run of runs) run.stop()
      await Promise.all(runs.map((run) => run.finished))
    }
  }

  /** Writes received text of every run to the journal at once. */
  flush(): void {
    for (const run of this.runs.values()) run.flush()
  }

  /** Ends every run; received text is kept. */
  async close(): Promise<void> {
    const runs = [...this.runs.values()]
    for (const run of runs) run.stop(appError('app_closed'))
    await Promise.all(runs.map((run) => run.finished))
    try {
      this.keepUnkept()
    } catch (cause) {
      this.logUnkept(cause)
    }
  }

  private runsOf(conversationId: string): readonly AnswerRun[] {
    return [...this.runs.values()].filter((run) => run.conversationId === conversationId)
  }

  private async *request(
    { messageId, conversationId, contextEndsWith, text, turn }: RequestedAnswer,
    signal: AbortSignal,
    asks: (round: AskedRound) => void,
  ): AsyncGenerator<ChatDelta, void, undefined> {
    const conversation = this.askedBy(conversationId, messageId)
    const { parameters, model } = conversation
    const settings = this.parts.settings.get()
    const connectionId = conversation.connectionId ?? fail('no_connection')
    const access = await this.parts.connections.access(connectionId)
    // the run may have been stopped during a long wait for the keychain
    if (signal.aborted) return
    const owner = { kind: 'chat', ownerId: messageId, part: 0 } as const
    let kept: StoredAnswer | null = null
    const io: ChatIo = {
      fetch: this.parts.fetch,
      clock: this.parts.clock,
      signal,
      record: this.parts.requests.about({ kind: 'chat', itemId: messageId, model }),
      keep: async (raw) => {
        kept = await this.parts.keeper.keep(owner, raw)
      },
    }
    const usual = { stream: settings.stream, stallMs: settings.stallSeconds * 1000 }
    const deltas =
      parameters.text === undefined
        ? await this.chatDeltas(
            { messageId, conversationId, contextEndsWith, text, turn },
            conversation,
            access,
            usual,
            io,
            asks,
          )
        : this.parts.texting.send(
            { ...usual, connectionId, access, model, parameters, messageId, parentId: contextEndsWith, text },
            io,
          )
    const spent = new RequestCost(this.parts.spending, {
      ...{ messageId, conversationId, connectionId, model },
      now: () => this.parts.clock.now(),
    })
    let hasText = false
    if (this.parts.spendsFirst) spent.began()
    try {
      for await (const delta of deltas) {
        if (delta.type === 'end') {
          const end = spent.ended(await this.withPictures(messageId, delta.end))
          await this.keepBesides(messageId, kept, end)
          yield { type: 'end', end }
        } else {
          hasText = true
          // the page gets the text first, because writing the row is slow
          yield delta
          spent.came()
        }
      }
    } finally {
      // a stop can end this generator right after its first text
      if (hasText) spent.came()
      else spent.cameNothing()
    }
  }

  /** Returns the conversation with the model that an answer is requested from: the column's, else its own. */
  private askedBy(conversationId: string, messageId: string): StoredConversation {
    const conversation = this.parts.conversations.find(conversationId) ?? fail('not_found', 'no such conversation')
    const answer = this.parts.messages.find(messageId)
    if (answer?.column === undefined) return conversation
    return { ...conversation, connectionId: answer.column.connectionId, model: answer.model }
  }

  /** The events of a request of a chat. */
  private async chatDeltas(
    { messageId, conversationId, contextEndsWith, text, turn }: RequestedAnswer,
    { connectionId: connection, parameters, model }: StoredConversation,
    access: GatewayAccess,
    usual: Pick<ChatRequest, 'stallMs' | 'stream'>,
    io: ChatIo,
    asks: (round: AskedRound) => void,
  ): Promise<AsyncGenerator<ChatDelta, void, undefined>> {
    const connectionId = connection ?? fail('no_connection')
    const { rounds } = this.parts
    const fromId = parameters.context?.fromId
    const stored = await branchEnd(this.parts.messages, contextEndsWith, contextLimit(parameters), fromId)
    const branch = withRunning(stored.branch, { id: messageId, role: 'assistant', text, attachments: [] })
    const withCalls = await foundAmong(branch, (part) => rounds.among(part))
    const withPassages = await foundAmong(branch, (part) => rounds.withPassages(part))
    const withFiles = await foundAmong(branch, (part) => rounds.withFiles(part))
    const messages = await contextTurns(branch, {
      parameters,
      connectionId,
      model,
      isCut: stored.isCut,
      readMedia: (item) => this.parts.library.read(item),
      roundsOf: ({ id }) => (withCalls.has(id) ? rounds.of(id) : []),
      passagesOf: ({ id }) => (withPassages.has(id) ? rounds.passagesOf(id) : []),
      filesOf: ({ id }) => (withFiles.has(id) ? rounds.filesOf(id) : []),
      readText: (textId) => libraryText(this.parts.library, textId),
    })
    const offer = rounds.offer(parameters)
    asks({ messageId, conversationId, connectionId, model, parameters, offer, branch })
    return this.sender.send(
      { connectionId, access },
      turn,
      {
        ...usual,
        model,
        messages,
        temperature: parameters.temperature,
        topP: parameters.topP,
        maxTokens: parameters.maxTokens,
        effort: parameters.effort ?? null,
        tools: offer.tools,
      },
      io,
    )
  }

  /** Stores the pictures of an answer with its message. Pictures that cannot be stored become leftovers. */
  private async withPictures(messageId: string, end: ChatEnd): Promise<ChatEnd> {
    if (end.pictures === undefined) return end
    const items: MediaItem[] = []
    const unused: Unused[] = []
    for (const bytes of end.pictures) {
      // temporary chats leave no file
      const picture = this.parts.spendsFirst ? null : await shownPicture(bytes)
      if (picture === null) {
        unused.push({ what: 'item', text: Buffer.from(bytes).toString('base64') })
        continue
      }
      const { bytes: shown, ...about } = picture
      items.push(await this.parts.library.add(shown, about))
    }
    this.parts.database.durably(() => linkAttachments(this.parts.database, messageId, items))
    if (unused.length === 0) return end
    const { skipped, unused: before } = end.besides ?? { unused: [], skipped: 0 }
    return { ...end, besides: { unused: [...before, ...unused], skipped } }
  }

  /** Stores the parts outside the text. Removes the body of an answer if its text holds everything. */
  private async keepBesides(messageId: string, body: StoredAnswer | null, { besides, error }: ChatEnd): Promise<void> {
    const { keeper } = this.parts
    if (besides === undefined) {
      if (error === null) await keeper.settle(body, null)
      return
    }
    const texts = besides.unused.map(({ text }) => text).join('\n\n')
    const raw = { status: 200, contentType: 'text/plain', body: Buffer.from(texts), whole: error === null }
    const kept = body ?? (await keeper.keep({ kind: 'chat', ownerId: messageId, part: 0 }, raw))
    await keeper.settle(kept, leftoversOf(besides.unused, besides.skipped))
  }

  private ended(run: AnswerRun, ended: MessageEnd): void {
    const end = this.withEarlier(run.messageId, ended)
    let kept = end
    try {
      this.write(run.messageId, run.conversationId, end)
    } catch (cause) {
      this.logUnkept(cause)
      kept = { ...end, state: 'interrupted', error: end.error ?? storageFailure(cause) }
      this.unkept.set(run.messageId, { conversationId: run.conversationId, end: kept })
    }
    this.runs.delete(run.messageId)
    const { text, thinking: _, ...status } = kept
    this.parts.log('info', 'answer ended', {
      state: kept.state,
      error: kept.error?.code ?? null,
      requestId: kept.error?.requestId ?? null,
    })
    this.parts.events.emit('chat.status', {
      messageId: run.messageId,
      conversationId: run.conversationId,
      stream: null,
      length: text.length,
      status: { ...status, wait: null, ...this.keptOf(run.messageId) },
      ...this.paintedIn(run.messageId),
    })
    this.tellConversation(run.conversationId)
    const { messageId, conversationId } = run
    this.parts.onEnded({ messageId, conversationId, target: this.targetOf(run), error: kept.error, state: kept.state })
  }

  /** Returns the model that was asked; null if its chat is gone. Never throws, like everything at the end of a run. */
  private targetOf({ conversationId, messageId }: AnswerRun): ChatTarget | null {
    try {
      const { connectionId, model } = this.askedBy(conversationId, messageId)
      return connectionId === null ? null : { connectionId, model }
    } catch {
      return null
    }
  }

  /**
   * Returns `kept` if more than the text of a message's answer is kept. Never throws, like everything at the end of a
   * run.
   */
  private keptOf(messageId: string): { readonly kept?: true } {
    try {
      return this.parts.keeper.has('chat', messageId) ? { kept: true } : {}
    } catch {
      return {}
    }
  }

  /** Returns the pictures of a message. Never throws, like everything at the end of a run. */
  private paintedIn(messageId: string): { readonly attachments?: readonly MediaItem[] } {
    try {
      const attachments = attachmentsOf(this.parts.database, messageId)
      return attachments.length === 0 ? {} : { attachments }
    } catch {
      return {}
    }
  }

  /** Adds the usage of the requests before an answer was continued. */
  private withEarlier(messageId: string, end: MessageEnd): MessageEnd {
    try {
      const before = this.parts.messages.find(messageId)
      const length = (before?.text.length ?? 0) + (before?.thinking?.length ?? 0)
      const isCharged = end.state === 'done' || end.text.length + (end.thinking?.length ?? 0) > length
      const earlier = { usage: before?.usage ?? null, isCharged: length > 0 }
      return { ...end, usage: joinedUsage(earlier, { usage: end.usage, isCharged }) }
    } catch {
      return end
    }
  }

  private write(messageId: string, conversationId: string, end: MessageEnd): void {
    this.parts.database.durably(() => {
      this.parts.messages.end(messageId, end)
      this.parts.journal.clear(messageId)
      const conversation = this.parts.conversations.find(conversationId)
      if (!conversation) return
      // a document has a text after its answer; a chat may show another version or column by now
      const isShown = conversation.leafId === messageId || conversation.parameters.text !== undefined
      const snippet = (isShown ? snippetFrom(end.text) : '') || conversation.snippet
      this.parts.conversations.update({ ...conversation, snippet, activeAt: this.parts.clock.now() })
    })
  }

  /** Never throws: an ended run must not fail when the database cannot be read. */
  private tellConversation(conversationId: string): void {
    try {
      const conversation = this.parts.conversations.find(conversationId)
      if (!conversation) return
      const { leafId } = conversation
      const lastState = leafId === null ? null : this.parts.messages.stateOf(leafId)
      const shape = conversationShape(conversation, this.isRunning(conversationId), lastState)
      this.parts.events.emit('chat.conversation', shape)
    } catch (cause) {
      this.logUnkept(cause)
    }
  }

  private recover(id: string): void {
    const message = this.parts.messages.find(id)
    if (!message) return
    const text = message.text + this.parts.journal.read(id)
    const thinking = `${message.thinking ?? ''}${this.parts.journal.read(id, 'thinking')}`
    this.parts.database.transaction(() => {
      this.parts.messages.end(id, { ...message, text, thinking, state: 'interrupted', error: appError('app_closed') })
      this.parts.journal.clear(id)
    })
  }

  private tellStatus(run: AnswerRun): void {
    this.parts.events.emit('chat.status', {
      messageId: run.messageId,
      conversationId: run.conversationId,
      stream: run.stream,
      length: run.text.length,
      status: run.status,
    })
  }

  private logUnkept(cause: unknown): void {
    // the journalled text is still there, and is recovered at the next start
    this.parts.log('error', 'answer could not be kept', { code: storageFailure(cause).code })
  }
}

interface RequestedAnswer {
  readonly messageId: string
  readonly conversationId: string
  /** The last message of the branch that is sent; the answer itself if it is continued. */
  readonly contextEndsWith: string
  /** The answer's text so far. */
  readonly text: string
  readonly turn: AnswerTurn
}

/** Returns the branch with the answer being written, because its newest text is not in its row yet. */
function withRunning(branch: readonly ContextMessage[], running: ContextMessage): readonly ContextMessage[] {
  return [...branch.filter(({ id }) => id !== running.id), running]
}

/** Reads a few more messages than requested, because failed answers are dropped afterwards. */
function contextLimit(parameters: Parameters): number {
  return parameters.contextMessages === null ? 100_000 : parameters.contextMessages * 2 + 10
}

function storageFailure(cause: unknown): AppError {
  return cause instanceof AppFailure ? cause.error : appError('internal', 'the answer could not be kept')
}
