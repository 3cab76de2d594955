import { type ChatTarget, snippetFrom } from '../../../shared/chat.ts'
import { type AppError, AppFailure, appError } from '../../../shared/errors.ts'
import type { Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { Journal } from '../../storage/journal.ts'
import type { MessageEnd, StoredMessage } from '../../storage/messages.ts'
import type { KeepsAnswers } from '../app/answer-keeper.ts'
import type { AnswerTurn } from '../questions/answer-sender.ts'
import type { SpendingService } from '../spending/index.ts'
import { AnswerBesides } from './answer-besides.ts'
import { AnswerEvents } from './answer-events.ts'
import { AnswerExchange, type AnswerExchangeParts, type AskedRound } from './answer-exchange.ts'
import { AnswerRun, type AnswerRunParts } from './answer-run.ts'
import { joinedUsage } from './joined-usage.ts'

export interface AnswerRunnerParts
  extends Omit<AnswerExchangeParts, 'besides' | 'keeper' | 'spending'>,
    Pick<Ports, 'events' | 'random' | 'log'> {
  readonly database: Database
  readonly journal: Journal
  readonly keeper: KeepsAnswers
  readonly spending: Pick<SpendingService, 'beginRequest' | 'budget' | 'forgetRequest' | 'record'>
  /** Called after the end of an answer was stored. Must not throw. */
  readonly onEnded: (answer: EndedAnswer) => void
}

/** An answer that has ended, and the model it was requested from. */
export interface EndedAnswer extends Pick<MessageEnd, 'error' | 'state'> {
  readonly messageId: string
  readonly conversationId: string
  readonly target: ChatTarget | null
}

/** The running answers: starts and stops them, stores their ends, and recovers after a crash. */
export class AnswerRunner {
  private readonly parts: AnswerRunnerParts
  private readonly runs = new Map<string, AnswerRun>()
  /** Ends that could not be written: shown at once, and written as soon as the disk accepts them. */
  private readonly unkept = new Map<string, { readonly conversationId: string; readonly end: MessageEnd }>()
  private readonly exchange: AnswerExchange
  private readonly events: AnswerEvents
  private lastStream = 0

  /** Recovers answers that were streaming when an earlier process died. */
  constructor(parts: AnswerRunnerParts) {
    this.parts = parts
    this.exchange = new AnswerExchange({ ...parts, besides: new AnswerBesides(parts) })
    this.events = new AnswerEvents(parts)
    for (const id of parts.messages.streaming()) this.recoverAnswer(id)
  }

  /** Number of answers that are streaming or waiting for a retry. */
  get runningAnswers(): number {
    return this.runs.size
  }

  /** Returns the run of a message; null if none runs. */
  findRun(messageId: string): AnswerRun | null {
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
      this.writeEnd(messageId, conversationId, end)
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
        this.exchange.request({ messageId, conversationId, contextEndsWith, text, turn }, signal, (round) => {
          asked = round
        }),
      callTools: async (end, textEnd, signal) => {
        const error = asked === null ? null : await rounds.carryOut({ ...asked, end, textEnd, roundsBefore }, signal)
        return error ?? (!wasBeyond && this.isBeyondBudget() ? appError('budget_reached') : null)
      },
      journal: (text, kind) => this.parts.journal.append(messageId, text, kind),
      show: (delta, kind) => this.parts.events.emit(kind === 'text' ? 'chat.delta' : 'chat.thinking', delta),
      onRunStatus: (changed) => this.events.status(changed),
      ended: (ended, end) => this.storeEnd(ended, end),
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
    const stored = this.parts.messages.findMessage(messageId)
    if (stored?.thinking === undefined) return {}
    return { baseThinking: { text: stored.thinking, ms: stored.timing?.thinkingMs ?? 0 } }
  }

  /** Stops the answer of a message, if it runs. Resolves when its end is stored. */
  async stop(messageId: string): Promise<null> {
    const run = this.runs.get(messageId)
    run?.stop()
    await run?.finished
    return null
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

  private storeEnd(run: AnswerRun, ended: MessageEnd): void {
    const end = this.withEarlier(run.messageId, ended)
    let kept = end
    try {
      this.writeEnd(run.messageId, run.conversationId, end)
    } catch (cause) {
      this.logUnkept(cause)
      kept = { ...end, state: 'interrupted', error: end.error ?? storageFailure(cause) }
      this.unkept.set(run.messageId, { conversationId: run.conversationId, end: kept })
    }
    this.runs.delete(run.messageId)
    this.parts.log('info', 'answer ended', {
      state: kept.state,
      error: kept.error?.code ?? null,
      requestId: kept.error?.requestId ?? null,
    })
    this.events.ended(run, kept)
    this.tellConversation(run.conversationId)
    const { messageId, conversationId } = run
    this.parts.onEnded({
      messageId,
      conversationId,
      target: this.askedTargetOf(run),
      error: kept.error,
      state: kept.state,
    })
  }

  /** Returns the model that was asked; null if its chat is gone. Never throws, like everything at the end of a run. */
  private askedTargetOf({ conversationId, messageId }: AnswerRun): ChatTarget | null {
    try {
      const { connectionId, model } = this.exchange.askedBy(conversationId, messageId)
      return connectionId === null ? null : { connectionId, model }
    } catch {
      return null
    }
  }

  /** Adds the usage of the requests before an answer was continued. */
  private withEarlier(messageId: string, end: MessageEnd): MessageEnd {
    try {
      const before = this.parts.messages.findMessage(messageId)
      const length = (before?.text.length ?? 0) + (before?.thinking?.length ?? 0)
      const isCharged = end.state === 'done' || end.text.length + (end.thinking?.length ?? 0) > length
      const earlier = { usage: before?.usage ?? null, isCharged: length > 0 }
      return { ...end, usage: joinedUsage(earlier, { usage: end.usage, isCharged }) }
    } catch {
      return end
    }
  }

  private writeEnd(messageId: string, conversationId: string, end: MessageEnd): void {
    this.parts.database.durably(() => {
      this.parts.messages.endMessage(messageId, end)
      this.parts.journal.clear(messageId)
      const conversation = this.parts.conversations.findConversation(conversationId)
      if (!conversation) return
      // a document has a text after its answer; a chat may show another version or column by now
      const isShown = conversation.leafId === messageId || conversation.parameters.text !== undefined
      const snippet = (isShown ? snippetFrom(end.text) : '') || conversation.snippet
      this.parts.conversations.updateConversation({ ...conversation, snippet, activeAt: this.parts.clock.now() })
    })
  }

  /**
   * Reports the conversation of an ended answer. Never throws: an ended run must not fail when the database cannot be
   * read.
   */
  private tellConversation(conversationId: string): void {
    try {
      this.events.conversation(conversationId, this.isRunning(conversationId))
    } catch (cause) {
      this.logUnkept(cause)
    }
  }

  private recoverAnswer(id: string): void {
    const message = this.parts.messages.findMessage(id)
    if (!message) return
    const text = message.text + this.parts.journal.readText(id)
    const thinking = `${message.thinking ?? ''}${this.parts.journal.readText(id, 'thinking')}`
    this.parts.database.transaction(() => {
      this.parts.messages.endMessage(id, {
        ...message,
        text,
        thinking,
        state: 'interrupted',
        error: appError('app_closed'),
      })
      this.parts.journal.clear(id)
    })
  }

  private logUnkept(cause: unknown): void {
    // the journalled text is still there, and is recovered at the next start
    this.parts.log('error', 'answer could not be kept', { code: storageFailure(cause).code })
  }
}

function storageFailure(cause: unknown): AppError {
  return cause instanceof AppFailure ? cause.error : appError('internal', 'the answer could not be kept')
}
