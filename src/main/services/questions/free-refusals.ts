import type { AppError } from '../../../shared/errors.ts'
import type { ChatDelta } from '../../gateway/answer-stream.ts'

/** The model that is asked, and where. */
export interface AskedModel {
  readonly connectionId: string
  readonly baseUrl: string
  readonly model: string
}

/** Remembers gateways or models that refuse a part of requests. */
export interface RefusalMemory {
  has(asked: AskedModel): boolean
  set(asked: AskedModel, isWithout: boolean): void
  /** Notes that a request with the part was accepted. */
  accepted?(asked: AskedModel): void
}

/** A request that was refused. */
export interface RefusedRequest<Request> {
  readonly asked: AskedModel
  /** The request with all its parts. */
  readonly request: Request
  /** The request as it was sent, without the parts that were refused before. */
  readonly sent: Request
}

/** A part of requests that some gateways refuse at no cost. */
export interface FreeRefusal<Request> {
  readonly memory: RefusalMemory
  /** Returns the request without the part; the same request if it has none. */
  readonly without: (request: Request) => Request
  /**
   * Returns how certain it is that an error is about the part. A certain refusal is remembered at once, a likely one
   * when the gateway accepts the other form.
   */
  readonly verdict: (error: AppError, refused: RefusedRequest<Request>) => 'certain' | 'likely' | null
  /** True if gateways may also require the part: a request without it is then sent with it. */
  readonly isDemanded?: true
}

/**
 * Sends a request, and sends it again without a part that was refused: each part of the table once, in its order.
 * Nothing is sent again after anything came, because only a refusal costs nothing.
 */
export async function* sentWithoutRefused<Request>(
  asked: AskedModel,
  request: Request,
  table: readonly FreeRefusal<Request>[],
  send: (request: Request) => AsyncGenerator<ChatDelta, void, undefined>,
): AsyncGenerator<ChatDelta, void, undefined> {
  const parts = table.filter((part) => part.without(request) !== request)
  const without = new Set(parts.filter(({ memory }) => memory.has(asked)))
  const tried = new Set<FreeRefusal<Request>>()
  const guessed = new Set<FreeRefusal<Request>>()
  for (;;) {
    const sent = parts.reduce((one, part) => (without.has(part) ? part.without(one) : one), request)
    let refused: FreeRefusal<Request> | null = null
    let hasCome = false
    for await (const delta of send(sent)) {
      const error = delta.type === 'end' ? delta.end.error : null
      if (!hasCome && error === null) {
        for (const part of guessed) part.memory.set(asked, without.has(part))
        for (const part of parts) if (!without.has(part)) part.memory.accepted?.(asked)
      } else if (!hasCome && error !== null) {
        for (const part of parts) {
          if (tried.has(part) || (without.has(part) && part.isDemanded !== true)) continue
          const verdict = part.verdict(error, { asked, request, sent })
          if (verdict === null) continue
          refused = part
          if (verdict === 'certain') part.memory.set(asked, true)
          else guessed.add(part)
          break
        }
        if (refused !== null) break
      }
      hasCome = true
      yield delta
    }
    if (refused === null) return
    tried.add(refused)
    if (!without.delete(refused)) without.add(refused)
  }
}

/** Remembers refusals until the app ends, by connection and model, or by connection and address. */
export function memoryOfRun(by: 'model' | 'baseUrl'): RefusalMemory {
  const known = new Set<string>()
  const key = (asked: AskedModel): string => `${asked.connectionId} ${asked[by]}`
  return {
    has: (asked) => known.has(key(asked)),
    set: (asked, isWithout) => void (isWithout ? known.add(key(asked)) : known.delete(key(asked))),
  }
}
