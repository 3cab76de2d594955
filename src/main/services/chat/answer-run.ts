import type { MessageStatus, Timing, Usage, Wait } from '../../../shared/chat.ts'
import { type AppError, AppFailure, appError } from '../../../shared/errors.ts'
import type { ChatDelta, ChatEnd } from '../../gateway/chat-stream.ts'
import { attemptsMax, decide } from '../../gateway/retry-policy.ts'
import type { Ports } from '../../platform.ts'
import type { MessageEnd } from '../../storage/messages.ts'

/** Longest delay before text is on disk, in ms; half of the bound in design §4. */
const journalEveryMs = 50
/** Shortest interval between updates to the page, in ms: one frame at 60 Hz. */
const showEveryMs = 16

export interface AnswerRunParts extends Pick<Ports, 'clock' | 'random'> {
  readonly messageId: string
  readonly conversationId: string
  /** Number of the stream, as in every delta. */
  readonly stream: number
  /** Text the message already has; new text follows it. */
  readonly baseText: string
  /** Sends the request once. */
  readonly request: (signal: AbortSignal) => AsyncGenerator<ChatDelta, void, undefined>
  /** Appends to the journal; may throw an AppFailure (disk full). */
  readonly journal: (text: string) => void
  readonly show: (delta: { readonly s: number; readonly at: number; readonly t: string }) => void
  /** Called when the status changes during the run (a wait began or ended). */
  readonly changed: (run: AnswerRun) => void
  /** Called exactly once, at the end. Must write `end` durably. */
  readonly ended: (run: AnswerRun, end: MessageEnd) => void
}

/**
 * One running answer: sends the request, journals and shows the text, retries where the policy allows, and ends as
 * *done, stopped, interrupted* or *failed*.
 */
export class AnswerRun {
  readonly messageId: string
  readonly conversationId: string
  readonly stream: number
  /** Settles when the run has ended; never rejects. */
  readonly finished: Promise<void>

  private readonly parts: AnswerRunParts
  private readonly abort = new AbortController()
  private readonly pieces: string[]
  private shownLength: number
  private unshown = ''
  private unjournalled = ''
  private cancelShow: (() => void) | null = null
  private cancelJournal: (() => void) | null = null
  private lastShownAt = Number.NEGATIVE_INFINITY
  private wait: Wait | null = null
  private startedAt: number
  private firstTextAt: number | null = null
  private endAs: AppError | null = null
  private interrupt: () => void = () => {}

  constructor(parts: AnswerRunParts) {
    this.parts = parts
    this.messageId = parts.messageId
    this.conversationId = parts.conversationId
    this.stream = parts.stream
    this.pieces = [parts.baseText]
    this.shownLength = parts.baseText.length
    this.startedAt = parts.clock.now()
    this.finished = this.run()
  }

  /** All text shown so far. Text that waits for its frame is shown first, so that positions stay consistent. */
  get text(): string {
    this.showNow()
    const text = this.pieces.join('')
    this.pieces.splice(0, this.pieces.length, text)
    return text
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
    let end: ChatEnd = { error: null, finishReason: null, usage: null }
    for (let attempt = 1; ; attempt += 1) {
      this.startedAt = this.parts.clock.now()
      end = await this.receive()
      if (!end.error || this.abort.signal.aborted) break
      const decision = decide(
        { kind: 'words', error: end.error, shown: this.firstTextAt !== null, attempt },
        this.parts.random,
      )
      if (decision.action !== 'retry') break
      await this.waitFor(decision.delayMs, attempt + 1, end.error)
      if (this.abort.signal.aborted) break
    }
    this.finish(end)
  }

  private async receive(): Promise<ChatEnd> {
    const deltas = this.parts.request(this.abort.signal)
    try {
      for (;;) {
        const next = await this.nextOf(deltas)
        if (next === null || next.done) break
        if (next.value.type === 'end') return next.value.end
        this.take(next.value.text)
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
   * The next event, or null once the run is stopped. It returns at once even while a request waits or the SDK still
   * buffers text.
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

  private take(text: string): void {
    const now = this.parts.clock.now()
    this.firstTextAt ??= now
    this.unshown += text
    this.unjournalled += text
    if (this.cancelShow === null) {
      const due = this.lastShownAt + showEveryMs - now
      if (due <= 0) this.showNow()
      else this.cancelShow = this.parts.clock.after(due, () => this.showNow())
    }
    this.cancelJournal ??= this.parts.clock.after(journalEveryMs, () => this.journalNow())
  }

  /** Writes received text to the journal at once. */
  flush(): void {
    this.journalNow()
  }

  private showNow(): void {
    this.cancelShow?.()
    this.cancelShow = null
    if (this.unshown === '') return
    const text = this.unshown
    const at = this.shownLength
    this.unshown = ''
    this.pieces.push(text)
    this.shownLength += text.length
    this.lastShownAt = this.parts.clock.now()
    this.parts.show({ s: this.stream, at, t: text })
  }

  private journalNow(): void {
    this.cancelJournal?.()
    this.cancelJournal = null
    if (this.unjournalled === '') return
    const text = this.unjournalled
    this.unjournalled = ''
    try {
      this.parts.journal(text)
    } catch (cause) {
      // the disk accepts no more text, and continuing would cost money for text that cannot be kept
      this.stop(cause instanceof AppFailure ? cause.error : appError('internal', 'the journal could not be written'))
    }
  }

  /** Whether the last attempt was refused, at no cost, and the next has not been sent. */
  private get waitsAfterRefusal(): boolean {
    return this.wait?.error.code === 'rate_limited' || this.wait?.error.code === 'unavailable'
  }

  private async waitFor(ms: number, attempt: number, error: AppError): Promise<void> {
    this.wait = { until: this.parts.clock.now() + ms, attempt, of: attemptsMax, error }
    this.parts.changed(this)
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
    if (!this.abort.signal.aborted) this.parts.changed(this)
  }

  private finish(end: ChatEnd): void {
    this.cancelJournal?.()
    const text = this.text
    const usage: Usage | null = end.usage
    const timing: Timing = {
      firstTextMs: this.firstTextAt === null ? null : this.firstTextAt - this.startedAt,
      totalMs: this.parts.clock.now() - this.startedAt,
    }
    const aborted = this.abort.signal.aborted
    const error = aborted ? this.endAs : end.error
    const isFailed = text === '' && (!aborted || error?.code === 'closed_unsent')
    const state = error ? (isFailed ? 'failed' : 'interrupted') : aborted ? 'stopped' : 'done'
    this.parts.ended(this, { text, state, error, usage, timing, finishReason: end.finishReason })
  }
}
