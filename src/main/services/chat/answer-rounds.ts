import { answerEnd } from '../../../shared/answer-end.ts'
import type { AttachedFile } from '../../../shared/attached-file.ts'
import type { Parameters } from '../../../shared/chat.ts'
import { type AppError, appError } from '../../../shared/errors.ts'
import type { Citation } from '../../../shared/knowledge.ts'
import { holdsResource } from '../../../shared/resource-fence.ts'
import { webTools } from '../../../shared/web-tool-ids.ts'
import type { ChatEnd } from '../../gateway/answer-stream.ts'
import type { ToolDefinition } from '../../gateway/tool-calls.ts'
import type { Conversations } from '../../storage/conversations.ts'
import type { MessageFiles } from '../../storage/message-files.ts'
import type { MessagePassages } from '../../storage/message-passages.ts'
import type { ContextMessage } from '../../storage/messages.ts'
import type { ToolCalls } from '../../storage/tool-calls.ts'
import type { Tool } from '../tools/tool.ts'
import { toolNames } from '../tools/tool-names.ts'
import type { ToolRegistry } from '../tools/tool-registry.ts'
import type { ToolRunner } from '../tools/tool-runner.ts'
import type { ContextRound } from './chat-context.ts'

/** The tools that a request offers, also by the names that the model knows. */
export interface Offer {
  readonly tools: readonly ToolDefinition[]
  readonly byName: ReadonlyMap<string, Tool>
}

export interface AnswerRoundsParts {
  readonly calls: ToolCalls
  readonly conversations: Pick<Conversations, 'isUntrusted'>
  readonly registry: ToolRegistry
  readonly runner: ToolRunner
  readonly passages: MessagePassages
  readonly files: MessageFiles
  /** Returns false for a model that is known not to call tools. */
  readonly callsTools: (connectionId: string, model: string) => boolean
}

/** The answer whose round ended. */
export interface EndedRound {
  readonly messageId: string
  readonly conversationId: string
  readonly connectionId: string
  readonly model: string
  readonly parameters: Parameters
  readonly offer: Offer
  /** The messages that the request held. */
  readonly branch: readonly ContextMessage[]
  readonly end: ChatEnd
  readonly textEnd: number
  /** Rounds that the answer had when the user requested it, or its continuation. */
  readonly roundsBefore: number
}

const nothingOffered: Offer = { tools: [], byName: new Map() }

/** The rounds of answers that call tools: the offered tools, the previous rounds, and the next step after a round. */
export class AnswerRounds {
  private readonly parts: AnswerRoundsParts

  constructor(parts: AnswerRoundsParts) {
    this.parts = parts
  }

  /**
   * Returns the tools of a conversation that are available now. The web is left out for a model that is known not to
   * call tools: its messages carry the results of a search instead.
   */
  offer({ tools }: Parameters, connectionId: string | null, model: string): Offer {
    if (tools === undefined || tools.enabled.length === 0) return nothingOffered
    const offersWeb = connectionId === null || this.parts.callsTools(connectionId, model)
    const enabled = offersWeb ? tools.enabled : tools.enabled.filter((id) => !webTools.includes(id))
    const byName = toolNames(this.parts.registry.among(enabled))
    const definitions = [...byName].map(([name, { description, parameters }]) => ({ name, description, parameters }))
    return { tools: definitions, byName }
  }

  /** Returns the rounds of an answer with their calls, in order; empty for a message that called no tools. */
  roundsOf(messageId: string): readonly ContextRound[] {
    const rounds = this.parts.calls.roundsOf(messageId)
    if (rounds.length === 0) return []
    const calls = Map.groupBy(this.parts.calls.callsOf(messageId), ({ round }) => round)
    return rounds.map((round) => ({ ...round, calls: calls.get(round.round) ?? [] }))
  }

  /** Returns the number of rounds of an answer. */
  countOf(messageId: string): number {
    return this.parts.calls.roundsOf(messageId).length
  }

  /** Returns the ids of the messages that called tools. */
  among(messages: readonly ContextMessage[]): ReadonlySet<string> {
    return this.parts.calls.among(messages.filter(({ role }) => role === 'assistant').map(({ id }) => id))
  }

  /** Returns the ids of the messages that have passages from collections. */
  withPassages(messages: readonly ContextMessage[]): ReadonlySet<string> {
    return this.parts.passages.among(messages.filter(({ role }) => role === 'user').map(({ id }) => id))
  }

  /** Returns the passages of a message. */
  passagesOf(messageId: string): readonly Citation[] {
    return this.parts.passages.passagesOf(messageId)
  }

  /** Returns the numbers of the passages that the tools of an answer found. */
  foundFor(messageId: string): readonly number[] {
    return this.parts.passages.numbersOf(messageId)
  }

  /** Returns the ids of the messages that were sent with files. */
  withFiles(messages: readonly ContextMessage[]): ReadonlySet<string> {
    return this.parts.files.among(messages.filter(({ role }) => role === 'user').map(({ id }) => id))
  }

  /** Returns the files that were sent with a message as text. */
  filesOf(messageId: string): readonly AttachedFile[] {
    return this.parts.files.filesOf(messageId)
  }

  /** Returns true if the text of an answer ends with calls. */
  endsWithCalls(messageId: string, text: string): boolean {
    return this.parts.calls.roundsOf(messageId).at(-1)?.textEnd === text.length
  }

  /** Carries out the calls of a round. Resolves to the reason why the answer ends there, or to null. */
  async carryOut(round: EndedRound, signal: AbortSignal): Promise<AppError | null> {
    const { connectionId, conversationId, end, messageId, model, offer, parameters, textEnd } = round
    const done = this.countOf(messageId)
    return await this.parts.runner.run(
      {
        messageId,
        conversationId,
        round: done,
        textEnd,
        connectionId,
        model,
        replay: end.replay ?? {},
        calls: end.calls ?? [],
        offered: offer.byName,
        isTainted: this.isTainted(round),
        refusal: refusalOf(end, done - round.roundsBefore, parameters),
      },
      signal,
    )
  }

  /**
   * Returns true if the conversation ever held third-party text. Text that is no longer sent may live on in a summary.
   */
  private isTainted({ branch, conversationId }: EndedRound): boolean {
    return (
      this.parts.conversations.isUntrusted(conversationId) ||
      branch.some(({ role, text }) => role === 'user' && holdsResource(text))
    )
  }
}

/** Returns why the calls of a round may not run: arguments cut or withheld, or the round limit reached. */
function refusalOf(end: ChatEnd, roundsDone: number, { tools }: Parameters): AppError | null {
  switch (answerEnd(end.finishReason)) {
    case 'length':
      return appError('cut_short', 'the arguments of a call were cut by the token limit')
    case 'broken':
    case 'filter':
      return appError('cut_short', 'the answer ended within its calls')
    case 'unknown':
    case 'whole':
  }
  return tools !== undefined && roundsDone >= tools.roundsMax ? appError('tool_rounds') : null
}
