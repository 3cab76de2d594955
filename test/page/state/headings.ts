import { answerHeadings } from '../../../src/main/services/chat/answer-headings.ts'
import type { Message } from '../../../src/shared/chat.ts'
import type { OutlinedAnswer } from '../../../src/shared/outline.ts'

/** The headings of the answers in a branch, as main finds them. */
export function headingsOf(branch: readonly Message[]): readonly OutlinedAnswer[] {
  return branch.flatMap(({ id, parentId, role, text }) => {
    const headings = role === 'assistant' ? answerHeadings(text, 0) : []
    return headings.length === 0 ? [] : [{ messageId: id, questionId: parentId, headings }]
  })
}
