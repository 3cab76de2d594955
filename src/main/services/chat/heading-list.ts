import { fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { OutlinedAnswer } from '../../../shared/outline.ts'
import { withoutThinking } from '../../../shared/thinking.ts'
import { answerHeadings } from './answer-headings.ts'
import { newestFirst } from './branch-steps.ts'
import { type BranchTextParts, presentText } from './branch-text.ts'

/** Maximum number of headings of a chat that are listed, the newest ones. */
const listedMax = 2_000

/** Lists the headings of long answers in the shown branch of a conversation. */
export class HeadingList {
  private readonly parts: BranchTextParts

  constructor(parts: BranchTextParts) {
    this.parts = parts
  }

  /**
   * Returns the headings, oldest first. A running answer has the headings it has so far. Throws an AppFailure
   * `not_found`.
   */
  async readHeadings({ conversationId }: CallInput<'chat.headings'>): Promise<readonly OutlinedAnswer[]> {
    const { conversations, messages } = this.parts
    const { leafId } = conversations.findConversation(conversationId) ?? fail('not_found', 'no such conversation')
    const found: OutlinedAnswer[] = []
    // answers whose question is not read yet
    let unasked: Omit<OutlinedAnswer, 'questionId'>[] = []
    let count = 0
    const settle = (questionId: string | null): void => {
      found.push(...unasked.map((one) => ({ ...one, questionId })))
      unasked = []
    }
    for await (const message of newestFirst(messages, leafId)) {
      if (message.role === 'user') {
        settle(message.id)
        if (count >= listedMax) break
        continue
      }
      const text = presentText(this.parts, message)
      const said = withoutThinking(text)
      const headings = answerHeadings(said, text.length - said.length)
      if (headings.length > 0) unasked.push({ messageId: message.id, headings })
      count += headings.length
    }
    settle(null)
    return found.reverse()
  }
}
