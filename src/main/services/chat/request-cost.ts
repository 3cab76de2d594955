import { randomUUID } from 'node:crypto'
import type { ChatEnd } from '../../gateway/answer-stream.ts'
import type { PaidRequest } from '../../storage/spending.ts'
import type { SpendingService } from '../spending/index.ts'

interface ChatPart {
  readonly messageId: string
  readonly conversationId: string
  readonly connectionId: string
  readonly model: string
  readonly now: () => number
}

/** Keeps what one request of an answer cost, once. */
export class RequestCost {
  private readonly spending: Pick<SpendingService, 'record'>
  private readonly part: ChatPart
  private hasText = false
  private isKept = false

  constructor(spending: Pick<SpendingService, 'record'>, part: ChatPart) {
    this.spending = spending
    this.part = part
  }

  /** Text arrived: the request has a price, whatever comes. */
  came(): void {
    this.hasText = true
  }

  /** Keeps the usage of an ended request. Gives its end with the cost. A refusal costs nothing. */
  ended(end: ChatEnd): ChatEnd {
    const { usage } = end
    if (usage === null) {
      if (this.hasText || end.error === null) this.keep({})
      return end
    }
    const cost = this.keep({
      promptTokens: usage.promptTokens,
      cachedTokens: usage.cachedTokens,
      outputTokens: usage.completionTokens,
    })
    return cost === null ? end : { ...end, usage: { ...usage, cost } }
  }

  /** The request ended without an end: what it cost is unknown. */
  brokeOff(): void {
    if (this.hasText) this.keep({})
  }

  private keep(amounts: Pick<PaidRequest, 'promptTokens' | 'cachedTokens' | 'outputTokens'>) {
    if (this.isKept) return null
    this.isKept = true
    const { connectionId, conversationId, messageId, model, now } = this.part
    const id = `chat:${messageId}:${randomUUID()}`
    return this.spending.record({
      id,
      at: now(),
      kind: 'chat',
      model,
      connectionId,
      itemId: conversationId,
      ...amounts,
    })
  }
}
