import { randomUUID } from 'node:crypto'
import type { Amounts } from '../../../shared/prices.ts'
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

type Ledger = Pick<SpendingService, 'beginRequest' | 'record' | 'forgetRequest'>

/**
 * Records the cost of one request of an answer, as one row. The row is written with the first text, or before the
 * request is sent, without a price. A process that dies meanwhile therefore leaves it in the spending.
 */
export class RequestCost {
  private readonly spending: Ledger
  private readonly part: ChatPart
  private readonly id: string
  private hasText = false
  /** True if the row was written before any text arrived. */
  private isEarly = false

  constructor(spending: Ledger, part: ChatPart) {
    this.spending = spending
    this.part = part
    this.id = `chat:${part.messageId}:${randomUUID()}`
  }

  /** Writes the row before the request is sent. */
  began(): void {
    this.isEarly = true
    this.spending.beginRequest(this.request({}))
  }

  /** Ends a request without text or usage, which cost nothing. Does nothing if anything arrived. */
  cameNothing(): void {
    if (this.isEarly) this.spending.forgetRequest(this.id)
    this.isEarly = false
  }

  /** Records that text arrived, so that the request has a price. */
  came(): void {
    if (this.hasText) return
    this.hasText = true
    this.isEarly = false
    this.spending.beginRequest(this.request({}))
  }

  /** Records the usage of an ended request. Returns its end with the cost. A refusal costs nothing. */
  recordEnd(end: ChatEnd): ChatEnd {
    const { usage } = end
    if (usage === null) {
      // reported even if the row is known, because pages wait for its end
      if (this.hasText || end.error === null || end.hasLostCalls || end.isSilent) {
        this.isEarly = false
        this.spending.record(this.request({}))
      } else this.cameNothing()
      return end
    }
    this.isEarly = false
    const cost = this.spending.record(
      this.request({
        promptTokens: usage.promptTokens,
        cachedTokens: usage.cachedTokens,
        outputTokens: usage.completionTokens,
        ...(usage.isIncomplete === true ? { isIncomplete: true } : {}),
      }),
    )
    return cost === null ? end : { ...end, usage: { ...usage, cost } }
  }

  private request(
    amounts: Omit<Amounts, 'images' | 'videoMs' | 'soundMs'> & Pick<PaidRequest, 'isIncomplete'>,
  ): PaidRequest {
    const { connectionId, conversationId, model, now } = this.part
    return { id: this.id, at: now(), kind: 'chat', model, connectionId, itemId: conversationId, ...amounts }
  }
}
