import { answerEnd } from '../../../shared/answer-end.ts'
import type { AttachedFile } from '../../../shared/attached-file.ts'
import type { Parameters } from '../../../shared/chat.ts'
import { type AppError, appError } from '../../../shared/errors.ts'
import type { Citation } from '../../../shared/knowledge.ts'
import { holdsResource } from '../../../shared/resource-fence.ts'
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

/** What a request offers, and the same tools by the names that the model knows. */
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
  /** Rounds of the answer that were there when the user asked for it, or for its continuation. */
  readonly roundsBefore: number
}

const nothingOffered: Offer = { tools: [], byName: new Map() }

/** The rounds of answers that call tools: what is offered, what came before, and what follows a round. */
export class AnswerRounds {
  private readonly parts: AnswerRoundsParts

  constructor(parts: AnswerRoundsParts) {
    this.parts = parts
  }

  /** The tools of a conversation that there are now. */
  offer({ tools }: Parameters): Offer {
    if (tools === undefined || tools.enabled.length === 0) return nothingOffered
    const byName = toolNames(this.parts.registry.among(tools.enabled))
    const definitions = [...byName].map(([name, { description, parameters }]) => ({ name, description, parameters }))
    return { tools: definitions, byName }
  }

  /** The rounds of an answer with their calls, in order; none for a message that called no tools. */
  of(messageId: string): readonly ContextRound[] {
    const rounds = this.parts.calls.roundsOf(messageId)
    if (rounds.length === 0) return []
    const calls = Map.groupBy(this.parts.calls.of(messageId), ({ round }) => round)
    return rounds.map((round) => ({ ...round, calls: calls.get(round.round) ?? [] }))
  }

  /** Number of rounds of an answer. */
  countOf(messageId: string): number {
    return this.parts.calls.roundsOf(messageId).length
  }

  /** Those of the messages that called tools. */
  among(messages: readonly ContextMessage[]): ReadonlySet<string> {
    return this.parts.calls.among(messages.filter(({ role }) => role === 'assistant').map(({ id }) => id))
  }

  /** Those of the messages that have passages of collections. */
  withPassages(messages: readonly ContextMessage[]): ReadonlySet<string> {
    return this.parts.passages.among(messages.filter(({ role }) => role === 'user').map(({ id }) => id))
  }

  /** The passages of a message. */
  passagesOf(messageId: string): readonly Citation[] {
    return this.parts.passages.of(messageId)
  }

  /** Those of the messages that files went with. */
  withFiles(messages: readonly ContextMessage[]): ReadonlySet<string> {
    return this.parts.files.among(messages.filter(({ role }) => role === 'user').map(({ id }) => id))
  }

  /** The files that went with a message as text. */
  filesOf(messageId: string): readonly AttachedFile[] {
    return this.parts.files.of(messageId)
  }

  /** Returns true if the text of an answer ends with calls. */
  endsWithCalls(messageId: string, text: string): boolean {
    return this.parts.calls.roundsOf(messageId).at(-1)?.textEnd === text.length
  }

  /** Carries out the calls of a round. Gives why the answer ends there, or null. */
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

  /** True if texts of others were ever in the conversation: what is not sent any more may live on in a summary. */
  private isTainted({ branch, conversationId }: EndedRound): boolean {
    return (
      this.parts.conversations.isUntrusted(conversationId) ||
      branch.some(({ role, text }) => role === 'user' && holdsResource(text))
    )
  }
}

/** Why the calls of a round may not run: their arguments can be cut or withheld, or the most rounds are reached. */
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
