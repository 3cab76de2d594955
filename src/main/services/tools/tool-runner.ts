import { createHash } from 'node:crypto'
import { type AppError, appError } from '../../../shared/errors.ts'
import type { AskReason, ToolCallState } from '../../../shared/tools.ts'
import { failureOf } from '../../faults.ts'
import type { RequestedCall } from '../../gateway/tool-calls.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { CallChange, StoredCall, ToolCalls } from '../../storage/tool-calls.ts'
import { type ApprovalCase, approvalOf } from './approval-policy.ts'
import type { ArgumentChecker } from './argument-checker.ts'
import { cutResult } from './fenced-result.ts'
import type { OpenQuestions, PersonAnswer, QuestionAbout } from './open-questions.ts'
import { ownCallId } from './sent-call-ids.ts'
import type { Fields, Tool, ToolResult } from './tool.ts'
import type { ToolRegistry } from './tool-registry.ts'

/** Times that a call runs in one answer with the same arguments; further repeats are not run. */
const sameCallsMax = 2
/** Times in one answer that arguments that do not fit are reported to the model; after that, to the user. */
const badArgumentsMax = 1

export interface ToolRunnerParts extends Pick<Ports, 'clock' | 'log'> {
  readonly database: Database
  readonly calls: ToolCalls
  readonly library: MediaLibrary
  readonly registry: ToolRegistry
  readonly questions: OpenQuestions
  readonly arguments: Pick<ArgumentChecker, 'check'>
  readonly newId: () => string
  /** Called when a call appeared or changed. */
  readonly onCallChanged: (call: StoredCall) => void
}

/** The round of an answer whose calls are to run. */
export interface Round {
  readonly messageId: string
  readonly conversationId: string
  readonly round: number
  readonly textEnd: number
  readonly connectionId: string
  readonly model: string
  readonly replay: Fields
  readonly calls: readonly RequestedCall[]
  /** The tools that the request offered, by the names that the model knows. */
  readonly offered: ReadonlyMap<string, Tool>
  /** True if third-party text came into the conversation before this round. */
  readonly isTainted: boolean
  /** Why none of the calls may run: the answer was truncated, or the round limit is reached. Null if they may. */
  readonly refusal: AppError | null
}

/**
 * Carries out the calls of a round, one after the other. Every call is a row on the disk before anything runs, and is
 * *running* on the disk before its tool begins; a process that dies leaves it *unknown*, and nothing runs it again.
 */
export class ToolRunner {
  private readonly parts: ToolRunnerParts

  constructor(parts: ToolRunnerParts) {
    this.parts = parts
  }

  /**
   * Resolves to the reason why the answer ends here, or to null if another request follows. Rejects with an AppFailure
   * if the disk refuses. After an abort, calls that had not begun are *cancelled*.
   */
  async run(round: Round, signal: AbortSignal): Promise<AppError | null> {
    const calls = this.record(round)
    if (round.refusal !== null) return round.refusal
    let { isTainted } = round
    let ended: AppError | null = null
    for (const call of calls) {
      if (signal.aborted || ended !== null) {
        this.change(call, { state: 'cancelled', endedAt: this.parts.clock.now() })
        continue
      }
      const { error, isUntrusted } = await this.carryOut(call, round, isTainted, signal)
      isTainted ||= isUntrusted
      ended = error
    }
    return ended
  }

  private record(round: Round): readonly StoredCall[] {
    const { calls, clock, database, newId } = this.parts
    const now = clock.now()
    const stored = round.calls.map((call, position): StoredCall => {
      const tool = round.offered.get(call.name) ?? null
      const id = newId()
      return {
        id,
        messageId: round.messageId,
        round: round.round,
        position,
        callId: call.id ?? ownCallId(id),
        name: call.name,
        tool: tool?.id ?? null,
        server: tool?.server ?? null,
        arguments: call.arguments,
        editedArguments: null,
        extra: call.extra,
        hints: tool?.hints ?? null,
        state: round.refusal === null ? 'waiting' : 'cancelled',
        askReason: null,
        result: '',
        resultFile: null,
        media: [],
        isUntrusted: false,
        createdAt: now,
        startedAt: null,
        endedAt: round.refusal === null ? null : now,
      }
    })
    const { messageId, textEnd, connectionId, model, replay } = round
    database.durably(() =>
      calls.insertCalls({ messageId, round: round.round, textEnd, connectionId, model, replay }, stored),
    )
    for (const call of stored) this.parts.onCallChanged(call)
    return stored
  }

  private async carryOut(
    call: StoredCall,
    round: Round,
    isTainted: boolean,
    signal: AbortSignal,
  ): Promise<{ readonly error: AppError | null; readonly isUntrusted: boolean }> {
    const nothing = { error: null, isUntrusted: false }
    const tool = round.offered.get(call.name)
    if (tool === undefined) {
      this.endCall(call, 'failed', `There is no tool named ${JSON.stringify(call.name.slice(0, 100))}.`)
      return nothing
    }
    const checked = await this.parts.arguments.check(call.arguments, tool.parameters, signal)
    const isUnchecked = checked.ok && !checked.isChecked
    const answer = await this.allowed(call, tool, round, { isTainted, isUnchecked }, signal)
    if (signal.aborted) {
      this.change(call, { state: 'cancelled', endedAt: this.parts.clock.now() })
      return nothing
    }
    if (!answer.allowed) {
      const note = answer.note === '' ? '' : ` The person says: ${answer.note}`
      this.endCall(call, 'denied', `The person did not allow this call.${note}`)
      return nothing
    }
    const said = answer.arguments ?? call.arguments
    // the user who edits arguments sees that they cannot be checked
    const read =
      answer.arguments === null ? checked : await this.parts.arguments.check(answer.arguments, tool.parameters, signal)
    if (!read.ok) {
      // the problem quotes the schema, which is a server's own words
      this.endCall(call, 'failed', read.problem, tool.server !== null)
      const isRepeated = this.failedBefore(call) >= badArgumentsMax
      return { error: isRepeated ? appError('tool_arguments', call.name) : null, isUntrusted: tool.server !== null }
    }
    if (this.ranBefore(call, said) >= sameCallsMax) {
      this.endCall(call, 'cancelled', 'The same call was made before and its result is above.')
      return { error: appError('tool_loop', call.name), isUntrusted: false }
    }
    return await this.execute(call, tool, read.input, answer.arguments, round, signal)
  }

  private async allowed(
    call: StoredCall,
    tool: Tool,
    round: Round,
    doubts: Pick<ApprovalCase, 'isTainted' | 'isUnchecked'>,
    signal: AbortSignal,
  ): Promise<PersonAnswer> {
    const { registry } = this.parts
    const definition = definitionHash(tool)
    const approval = approvalOf({
      hints: tool.hints,
      defaultRule: tool.defaultRule,
      definition,
      ...registry.rulesOf(tool.id, round.conversationId),
      ...doubts,
    })
    switch (approval.verdict) {
      case 'run':
        return { allowed: true, arguments: null }
      case 'deny':
        return { allowed: false, note: '' }
      case 'ask':
        return await this.asked(call, approval.reason, { definition, isUnchecked: doubts.isUnchecked }, signal)
    }
  }

  private async asked(
    call: StoredCall,
    reason: AskReason,
    about: QuestionAbout,
    signal: AbortSignal,
  ): Promise<PersonAnswer> {
    const answer = this.parts.questions.askUser(call.id, about, signal)
    this.change(call, { state: 'asking', askReason: reason })
    return await answer
  }

  private async execute(
    call: StoredCall,
    tool: Tool,
    input: Fields,
    editedArguments: string | null,
    round: Round,
    signal: AbortSignal,
  ): Promise<{ readonly error: AppError | null; readonly isUntrusted: boolean }> {
    const { clock, database, log } = this.parts
    // on the disk before it runs: a call that may have had an effect is never forgotten
    const running = database.durably(() =>
      this.parts.calls.change(call.id, { state: 'running', editedArguments, startedAt: clock.now() }),
    )
    if (running === null) return { error: appError('not_found', 'the call is gone'), isUntrusted: false }
    this.parts.onCallChanged(running)
    const result = await this.resultOf(tool, input, call, round, signal)
    if (result === 'stopped') {
      const state: ToolCallState = tool.hints.readOnly && tool.server === null ? 'cancelled' : 'unknown'
      this.endCall(call, state, 'The person stopped this call while it ran. It may have had an effect.')
      return { error: null, isUntrusted: false }
    }
    log('info', 'tool ran', { tool: tool.server === null ? tool.name : 'of a server', isError: result.isError })
    const cut = cutResult(result.text, result.whole?.length)
    const file = cut === null ? null : (result.whole?.file ?? (await this.storeLongResult(result.text)))
    database.durably(() =>
      this.change(call, {
        state: result.isError ? 'failed' : 'done',
        result: cut ?? result.text,
        resultFile: file,
        media: result.media ?? [],
        isUntrusted: result.isUntrusted,
        endedAt: clock.now(),
      }),
    )
    return { error: null, isUntrusted: result.isUntrusted }
  }

  /**
   * Resolves to the tool's result, or to `stopped` as soon as the user stops the answer, whatever the tool does
   * afterwards.
   */
  private async resultOf(
    tool: Tool,
    input: Fields,
    call: StoredCall,
    { connectionId, conversationId, messageId }: Round,
    signal: AbortSignal,
  ): Promise<ToolResult | 'stopped'> {
    const stopped = new Promise<'stopped'>((resolve) => {
      if (signal.aborted) resolve('stopped')
      signal.addEventListener('abort', () => resolve('stopped'), { once: true })
    })
    let hasEnded = false
    const context = {
      signal,
      callId: call.id,
      messageId,
      conversationId,
      connectionId,
      progress: (text: string, part: number | null) => {
        if (!hasEnded) this.parts.questions.storeProgress(call.id, text, part)
      },
    }
    try {
      return await Promise.race([tool.run(input, context), stopped])
    } catch (cause) {
      if (signal.aborted) return 'stopped'
      const { code } = failureOf(cause)
      return { text: `The tool failed (${code}).`, isError: true, isUntrusted: false }
    } finally {
      hasEnded = true
      this.parts.questions.forgetQuestion(call.id)
    }
  }

  private async storeLongResult(text: string): Promise<StoredCall['resultFile']> {
    return await this.parts.library.addMedia(Buffer.from(text), { mime: 'text/plain', width: null, height: null })
  }

  private endCall(call: StoredCall, state: ToolCallState, result: string, isUntrusted = false): void {
    this.parts.database.durably(() =>
      this.change(call, { state, result, isUntrusted, endedAt: this.parts.clock.now() }),
    )
  }

  private change(call: StoredCall, change: CallChange): void {
    const changed = this.parts.calls.change(call.id, change)
    if (changed !== null) this.parts.onCallChanged(changed)
  }

  /** Returns the number of earlier calls of the answer whose arguments did not fit. */
  private failedBefore(call: StoredCall): number {
    return this.parts.calls
      .callsOf(call.messageId)
      .filter(
        ({ id, name, state, startedAt }) =>
          id !== call.id && name === call.name && state === 'failed' && startedAt === null,
      ).length
  }

  /** Returns the number of earlier calls of the answer with the same arguments that ran. */
  private ranBefore(call: StoredCall, said: string): number {
    return this.parts.calls
      .callsOf(call.messageId)
      .filter(
        (other) =>
          other.id !== call.id &&
          other.name === call.name &&
          other.startedAt !== null &&
          (other.editedArguments ?? other.arguments) === said,
      ).length
  }
}

/**
 * Returns the hash of everything that a permission applies to. A hint counts the same whether its server stated it or
 * not.
 */
export function definitionHash({ id, description, parameters, hints }: Tool): string {
  const { unstated: _, ...counted } = hints
  return createHash('sha256')
    .update(JSON.stringify([id, description, parameters, counted]))
    .digest('hex')
}
