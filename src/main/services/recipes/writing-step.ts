import { randomUUID } from 'node:crypto'
import { answerEnd } from '../../../shared/answer-end.ts'
import { defaultParameters } from '../../../shared/chat-limits.ts'
import { type AppError, appError } from '../../../shared/errors.ts'
import type { RecipeStep } from '../../../shared/recipe.ts'
import { withoutThinking } from '../../../shared/thinking.ts'
import { decide } from '../../gateway/retry-policy.ts'
import type { Messages, StoredMessage } from '../../storage/messages.ts'
import type { AnswerRequests } from '../chat/answer-requests.ts'
import type { AnswerRunner } from '../chat/answer-runner.ts'
import type { ChatService } from '../chat/chat-service.ts'
import { writingPrompt } from './step-prompt.ts'
import type { StepOutcome, StepWork } from './step-work.ts'

export interface WritingStepParts {
  readonly service: Pick<ChatService, 'sendMessage' | 'updateChat'>
  readonly requests: Pick<AnswerRequests, 'retryAnswer'>
  readonly answers: Pick<AnswerRunner, 'asEnded' | 'findRun'>
  readonly messages: Pick<Messages, 'findMessage' | 'newestChild'>
}

/** A chat of its own. The step's id is that of the chat and of its question; the newest answer counts. */
export function writingStep(step: Extract<RecipeStep, { kind: 'write' }>, parts: WritingStepParts): StepWork {
  const { answers, messages, requests, service } = parts
  const { connectionId, model } = step
  const answerOf = (itemId: string): StoredMessage | null => {
    const id = messages.findMessage(itemId) === null ? null : messages.newestChild(itemId)
    const answer = id === null ? null : messages.findMessage(id)
    return answer && answers.asEnded(answer)
  }
  return {
    outcomeOf(itemId) {
      const answer = answerOf(itemId)
      if (answer === null) return null
      return answers.findRun(answer.id) === null ? outcomeOfAnswer(answer) : { state: 'running', error: null }
    },
    async begin(itemId, input, title) {
      const attachments = 'picture' in input ? [input.picture.mediaId] : []
      service.sendMessage({
        ...{ conversationId: itemId, messageId: itemId, connectionId, model, attachments },
        // the unsent text of a new chat stays
        draftOf: itemId,
        // no facts of the memory: the same input gives the same request
        parameters: { ...defaultParameters, memory: false },
        text: writingPrompt(step.prompt, input),
      })
      // named at once, so that no model is asked for a title
      service.updateChat({ conversationId: itemId, title })
    },
    canSendAgain: (itemId) => messages.findMessage(itemId) !== null,
    async sendAgain(itemId) {
      await requests.retryAnswer({ messageId: itemId, newMessageId: randomUUID(), by: { connectionId, model } })
    },
    textOf(itemId) {
      const answer = answerOf(itemId)
      return answer && withoutThinking(answer.text).trim()
    },
    pictureOf: () => null,
    placeOf: (itemId) => (messages.findMessage(itemId) === null ? null : { kind: 'chat', id: itemId }),
  }
}

/** Returns the outcome of an answer that does not run. One without text may be charged only if its request left. */
function outcomeOfAnswer({ error, finishReason, state, text }: StoredMessage): StepOutcome {
  switch (state) {
    case 'done': {
      const end = answerEnd(finishReason)
      if (end === 'filter') return { state: 'failed', error: appError('content_refused') }
      if (end !== 'whole') return { state: 'unknown', error: appError('cut_short') }
      const isEmpty = withoutThinking(text).trim() === ''
      return isEmpty ? { state: 'failed', error: appError('empty_answer') } : { state: 'done', error: null }
    }
    case 'stopped':
      return { state: 'cancelled', error }
    case 'failed':
      return { state: error !== null && isLost(error) ? 'unknown' : 'failed', error }
    case 'interrupted':
    case 'streaming':
      return { state: 'unknown', error: error ?? appError('app_closed') }
    default:
      return state satisfies never
  }
}

/** Returns true for an error after which the request may have been executed. */
function isLost(error: AppError): boolean {
  return decide({ kind: 'words', error, shown: false, attempt: 1 }, Math.random).action === 'ask'
}
