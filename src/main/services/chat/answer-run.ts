import type { MessageStatus, Thinking, Timing, Usage, Wait } from '../../../shared/chat.ts'
import { type AppError, AppFailure, appError } from '../../../shared/errors.ts'
import type { ChatDelta, ChatEnd } from '../../gateway/answer-stream.ts'
import { attemptsMax, decide } from '../../gateway/retry-policy.ts'
import type { Ports } from '../../platform.ts'
import type { JournalKind } from '../../storage/journal.ts'
import type { MessageEnd } from '../../storage/messages.ts'
import { AnswerFlow } from './answer-flow.ts'
import { joinedUsage } from './joined-usage.ts'
import { writingSpeed } from './writing-speed.ts'

export interface AnswerRunParts extends Pick<Ports, 'clock' | 'random'> {
  readonly messageId: string
  readonly conversationId: string
  /** Number of the stream, as in every delta. */
  readonly stream: number
  /** Text the message already has; new text follows it. */
  readonly baseText: string
  /** The model's earlier thoughts, and how long they took, in ms. */
  readonly baseThinking?: { readonly text: string; readonly ms: number }
  /** True if the message ends with tool calls, so that new text starts a paragraph of its own. */
  readonly followsCalls?: boolean
  /** Sends the request of a round once; `text` is the answer's text so far. */
  readonly request: (signal: AbortSignal, text: string) => AsyncGenerator<ChatDelta, void, undefined>
  /**
   * Carries out the tools that a round asked for. Resolves to the reason why the answer ends there; null if another
   * round follows. May reject with an AppFailure (disk full).
   */
  readonly callTools?: (end: ChatEnd, textEnd: number, signal: AbortSignal) => Promise<AppError | null>
  /** Appends to the journal; may throw an AppFailure (disk full). */
  readonly journal: (text: string, kind: JournalKind) => void
  readonly show: (delta: { readonly s: number; readonly at: number; readonly t: string }, kind: JournalKind) => void
  /** Called when the status changes during the run (a wait began or ended). */
  readonly onRunStatus: (run: AnswerRun) => void
  /** Called exactly once, at the end. Must write `end` durably. */
  readonly ended: (run: AnswerRun, end: MessageEnd) => void
}

/**
 * One running answer: sends the request, journals and shows the text, retries where the policy allows, and ends as
 * *done, stopped, interrupted* or *failed*. An answer that calls tools has several rounds: one request each.
 */
export class AnswerRun {
  readonly messageId: string
  readonly conversationId: string
  readonly stream: number
  /** Settles when the run has ended; never rejects. */
  readonly finished: Promise<void>

  private readonly parts: AnswerRunParts
  private readonly abort = new AbortController()
  private readonly said: AnswerFlow
  private readonly thought: AnswerFlow
  /** When the model began its present thinking; null while it does not think. */
  private thinksSince: number | null = null
  private thinkingMs: number
  private wait: Wait | null = null
  private startedAt: number
  /** Time from the request to the first text, in ms. */
  private firstTextMs: number | null = null
  /** Duration of the requests that have ended, in ms, without tools and the user's decisions about them. */
  private spentMs = 0
  /** When the first token of the round arrived, of text or thinking. */
  private roundFirstAt: number | null = null
  /** Duration of the rounds from their first tokens on, in ms. */
  private writingMs = 0
  private roundHasText = false
  private roundHasThinking = false
  /** True if tool calls come right before the text of this round. */
  private followsCalls: boolean
  private usage: Usage | null = null
  /** True if an earlier round was charged. */
  private isCharged = false
  private endAs: AppError | null = null
  private interrupt: () => void = () => {}

  constructor(parts: AnswerRunParts) {
    this.parts = parts
    this.messageId = parts.messageId
    this.conversationId = parts.conversationId
    this.stream = parts.stream
    this.said = this.flow(parts.baseText, 'text')
    this.thought = this.flow(parts.baseThinking?.text ?? '', 'thinking')
    this.thinkingMs = parts.baseThinking?.ms ?? 0
    this.startedAt = parts.clock.now()
    this.followsCalls = parts.followsCalls ?? false
    this.finished = this.run()
  }

  /** All text shown so far. Text that waits for its frame is shown first, so that positions stay consistent. */
  get textSoFar(): string {
    return this.said.textSoFar
  }

  /** The model's thoughts so far, and how long they took; null if there are none. */
  get thinking(): (Thinking & { readonly ms: number }) | null {
    const { textSoFar: text } = this.thought
    if (text === '') return null
    const running = this.thinksSince === null ? 0 : this.parts.clock.now() - this.thinksSince
    return { text, ms: this.thinkingMs + running, isRunning: this.thinksSince !== null }
  }

  get status(): MessageStatus {
    return { state: 'streaming', error: null, wait: this.wait, usage: null, timing: null, finishReason: null }
  }

  /** Ends the run soon: `stopped`, or `interrupted` with `error`. Received text is kept. */
  stop(error: AppError | null = null): void {
    if (this.abort.signal.aborted) return
    this.endAs = error?.code === 'app_closed' && this.waitsAfterRefusal ? appError('closed_unsent') : error
    this.abort.abort()
    this.interrupt()
  }

  private async run(): Promise<void> {
    // the caller registers the run before anything can end
    await Promise.resolve()
    for (;;) {
      const end = await this.round()
      const now = this.parts.clock.now()
      this.spentMs += now - this.startedAt
      this.writingMs += now - (this.roundFirstAt ?? now)
      const isCharged = end.error === null || this.hasBegun(end)
      this.usage = joinedUsage({ usage: this.usage, isCharged: this.isCharged }, { usage: end.usage, isCharged })
      this.isCharged ||= isCharged
      const { callTools } = this.parts
      if (end.error || end.calls === undefined || callTools === undefined || this.abort.signal.aborted)
        return this.finish(end)
      const error = await this.toolsOf(end, callTools)
      if (error !== null || this.abort.signal.aborted) return this.finish({ ...end, error })
      this.followsCalls = true
    }
  }

  /** Sends one request of the answer, and repeats it where the policy allows. */
  private async round(): Promise<ChatEnd> {
    this.roundHasText = false
    this.roundHasThinking = false
    for (let attempt = 1; ; attempt += 1) {
      this.startedAt = this.parts.clock.now()
      this.roundFirstAt = null
      const end = await this.receiveDeltas()
      this.endThinking()
      if (!end.error || this.abort.signal.aborted) return end
      const decision = decide(
        { kind: 'words', error: end.error, shown: this.hasBegun(end), attempt },
        this.parts.random,
      )
      if (decision.action !== 'retry') return end
      await this.waitFor(decision.delayMs, attempt + 1, end.error)
      if (this.abort.signal.aborted) return end
    }
  }

  /** Returns true if anything of the round arrived, because it is charged for. */
  private hasBegun({ hasLostCalls, isSilent, pictures }: ChatEnd): boolean {
    const isPaid = hasLostCalls === true || isSilent === true || pictures !== undefined
    return this.roundHasText || this.roundHasThinking || isPaid
  }

  private async toolsOf(end: ChatEnd, callTools: NonNullable<AnswerRunParts['callTools']>): Promise<AppError | null> {
    this.journalNow()
    try {
      return await callTools(end, this.textSoFar.length, this.abort.signal)
    } catch (cause) {
      return cause instanceof AppFailure ? cause.error : appError('internal', 'the calls of tools could not be kept')
    }
  }

  /** Separates the texts of different rounds. */
  private get paragraphBreak(): string {
    if (!this.followsCalls) return ''
    const { textSoFar: text } = this
    return text === '' || text.endsWith('\n') ? '' : '\n\n'
  }

  private async receiveDeltas(): Promise<ChatEnd> {
    const deltas = this.parts.request(this.abort.signal, this.textSoFar)
    try {
      for (;;) {
        const next = await this.nextOf(deltas)
        if (next === null || next.done) break
        if (next.value.type === 'end') return next.value.end
        if (next.value.type === 'thinking') this.think(next.value.text)
        else this.receiveText(next.value.text)
      }
      return { error: appError('cancelled'), finishReason: null, usage: null }
    } catch (cause) {
      const error =
        cause instanceof AppFailure
          ? cause.error
          : appError('internal', cause instanceof Error ? cause.name : 'unknown')
      return { error, finishReason: null, usage: null }
    } finally {
      // not awaited: a request stuck in the keychain or its connection is dropped when it returns
      deltas.return().catch(() => {})
    }
  }

  /**
   * Resolves to the next event, or to null once the run is stopped. Returns at once even while a request waits or the
   * SDK still buffers text.
   */
  private async nextOf(
    deltas: AsyncGenerator<ChatDelta, void, undefined>,
  ): Promise<IteratorResult<ChatDelta, void> | null> {
    const next = await new Promise<IteratorResult<ChatDelta, void> | null>((resolve, reject) => {
      this.interrupt = () => resolve(null)
      deltas.next().then(resolve, reject)
      if (this.abort.signal.aborted) resolve(null)
    })
    return this.abort.signal.aborted ? null : next
  }

  private receiveText(text: string): void {
    const now = this.parts.clock.now()
    if (text === '') return
    this.endThinking()
    this.roundFirstAt ??= now
    this.firstTextMs ??= this.spentMs + now - this.startedAt
    const piece = this.roundHasText ? text : `${this.paragraphBreak}${text}`
    this.roundHasText = true
    this.said.addPiece(piece)
  }

  private think(text: string): void {
    if (text === '') return
    this.thinksSince ??= this.parts.clock.now()
    this.roundFirstAt ??= this.thinksSince
    const isApart = !this.roundHasThinking && this.thought.textSoFar !== ''
    this.roundHasThinking = true
    this.thought.addPiece(isApart ? `\n\n${text}` : text)
  }

  private endThinking(): void {
    if (this.thinksSince === null) return
    this.thinkingMs += this.parts.clock.now() - this.thinksSince
    this.thinksSince = null
  }

  /** Writes received text to the journal at once. */
  flush(): void {
    this.journalNow()
  }

  private journalNow(): void {
    this.thought.journalNow()
    this.said.journalNow()
  }

  private flow(base: string, kind: JournalKind): AnswerFlow {
    const { clock, journal, show } = this.parts
    return new AnswerFlow({
      base,
      clock,
      show: (delta) => show({ s: this.stream, ...delta }, kind),
      journal: (text) => {
        try {
          journal(text, kind)
        } catch (cause) {
          // the disk accepts no more text, and continuing would cost money for text that cannot be kept
          const isFailure = cause instanceof AppFailure
          this.stop(isFailure ? cause.error : appError('internal', 'the journal could not be written'))
        }
      },
    })
  }

  /** True if the last attempt was refused, at no cost, and the next has not been sent. */
  private get waitsAfterRefusal(): boolean {
    return this.wait?.error.code === 'rate_limited' || this.wait?.error.code === 'unavailable'
  }

  private async waitFor(ms: number, attempt: number, error: AppError): Promise<void> {
    this.wait = { until: this.parts.clock.now() + ms, attempt, of: attemptsMax, error }
    this.parts.onRunStatus(this)
    await new Promise<void>((resolve) => {
      const done = (): void => {
        cancel()
        this.abort.signal.removeEventListener('abort', done)
        resolve()
      }
      const cancel = this.parts.clock.after(ms, done)
      this.abort.signal.addEventListener('abort', done, { once: true })
    })
    this.wait = null
    if (!this.abort.signal.aborted) this.parts.onRunStatus(this)
  }

  private finish(end: ChatEnd): void {
    this.said.cancelTimer()
    this.thought.cancelTimer()
    const { textSoFar: text, thinking } = this
    const { baseText, baseThinking } = this.parts
    const written = [text.slice(baseText.length), (thinking?.text ?? '').slice(baseThinking?.text.length ?? 0)]
    const speed = writingSpeed(this.writingMs, this.usage?.completionTokens ?? null, written)
    const timing: Timing = {
      firstTextMs: this.firstTextMs,
      totalMs: this.spentMs,
      ...(thinking === null ? {} : { thinkingMs: thinking.ms }),
      ...(speed === undefined ? {} : { speed }),
    }
    const aborted = this.abort.signal.aborted
    // a model has nothing to add to its words or to the results of its tools
    const isSaid = end.isSilent === true && (text !== '' || this.followsCalls)
    const error = aborted ? this.endAs : isSaid ? null : end.error
    const isFailed = text === '' && (!aborted || error?.code === 'closed_unsent')
    const state = error ? (isFailed ? 'failed' : 'interrupted') : aborted ? 'stopped' : 'done'
    this.parts.ended(this, {
      text,
      ...(thinking === null ? {} : { thinking: thinking.text }),
      state,
      error,
      usage: this.usage,
      timing,
      finishReason: end.finishReason,
    })
  }
}
