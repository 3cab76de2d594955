import { copyLengthMax } from '../../../shared/chat-limits.ts'
import { withClosedFence } from '../../../shared/closed-fence.ts'
import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { saidParts } from '../../../shared/thinking.ts'
import type { Conversations } from '../../storage/conversations.ts'
import type { ContextMessage, Messages } from '../../storage/messages.ts'
import type { ToolCalls } from '../../storage/tool-calls.ts'
import type { AnswerRunner } from './answer-runner.ts'
import { newestFirst } from './branch-steps.ts'

export interface BranchTextParts {
  readonly conversations: Conversations
  readonly messages: Messages
  readonly answers: Pick<AnswerRunner, 'findRun' | 'asEnded'>
}

interface CopiedParts extends BranchTextParts {
  readonly calls: Pick<ToolCalls, 'roundsOf'>
}

/** Returns the present text of a message; for a running answer, the text so far. */
export function presentText(
  { answers, messages }: Pick<BranchTextParts, 'answers' | 'messages'>,
  { id, role, text }: ContextMessage,
): string {
  if (role === 'user') return text
  const running = answers.findRun(id)?.textSoFar
  if (running !== undefined || text !== '') return running ?? text
  // the end of an answer is in memory while the disk is full
  const stored = messages.findMessage(id)
  return stored === null ? text : answers.asEnded(stored).text
}

/** Writes the shown branch as Markdown for the clipboard: questions as quotes, answers without thinking. */
export class BranchText {
  private readonly parts: CopiedParts

  constructor(parts: CopiedParts) {
    this.parts = parts
  }

  /** Returns the shown branch as Markdown. Throws an AppFailure `not_found`. */
  async readBranch({ conversationId }: CallInput<'chat.copy'>): Promise<CallOutput<'chat.copy'>> {
    const { calls, conversations, messages } = this.parts
    const { leafId } = conversations.findConversation(conversationId) ?? fail('not_found', 'no such conversation')
    const parts: string[] = []
    let length = 0
    for await (const message of newestFirst(messages, leafId)) {
      const text = presentText(this.parts, message)
      const ends = calls.roundsOf(message.id).map(({ textEnd }) => textEnd)
      const part =
        message.role === 'user' ? `> ${text.replaceAll('\n', '\n> ')}` : withClosedFence(saidParts(text, ends).join(''))
      length += part.length
      if (length > copyLengthMax) return { text: null }
      parts.push(part)
    }
    return { text: parts.reverse().join('\n\n') }
  }
}
