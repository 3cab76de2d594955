import type { AppError } from '../../../shared/errors.ts'
import type { ChatDelta } from '../../gateway/answer-stream.ts'
import { refusesUsage } from '../../gateway/endpoint-verdict.ts'
import type { UsageRefusals } from './usage-refusals.ts'

interface Asked {
  readonly connectionId: string
  readonly baseUrl: string
  /** Sends the request once. */
  readonly send: (includeUsage: boolean) => AsyncGenerator<ChatDelta, void, undefined>
  /** Returns true if a refusal is known to be about something else. */
  readonly isElse: (error: AppError) => boolean
}

/**
 * Asks for the usage of a stream until the gateway refuses that. Some gateways refuse it without naming it. If it never
 * worked, a request that was refused as invalid is therefore sent once more without it. A refusal costs nothing.
 */
export async function* askingForUsage(
  refusals: UsageRefusals,
  { baseUrl, connectionId, isElse, send }: Asked,
): AsyncGenerator<ChatDelta, void, undefined> {
  if (refusals.has(connectionId, baseUrl)) {
    yield* send(false)
    return
  }
  for await (const delta of send(true)) {
    const error = delta.type === 'end' ? delta.end.error : null
    if (error !== null && refusesUsage(error)) {
      refusals.remember(connectionId, baseUrl)
      yield* send(false)
      return
    }
    if (error !== null && mayMeanUsage(error) && !isElse(error) && !refusals.worked(connectionId, baseUrl)) {
      yield* remembered(send(false), () => refusals.remember(connectionId, baseUrl))
      return
    }
    if (error === null) refusals.works(connectionId, baseUrl)
    yield delta
  }
}

/** Returns true if a request's form was refused without naming a model: a model that cannot chat is refused again. */
function mayMeanUsage({ code, gatewayCode, gatewayMessage, status }: AppError): boolean {
  return (
    (status === 400 || status === 422) &&
    code === 'bad_request' &&
    !/model|context|content_filter/i.test(gatewayCode ?? '') &&
    !/\bmodel\b|模型/i.test(gatewayMessage ?? '')
  )
}

/** Yields the deltas, and calls `accepted` at the first one that is not a refusal. */
async function* remembered(
  deltas: AsyncGenerator<ChatDelta, void, undefined>,
  accepted: () => void,
): AsyncGenerator<ChatDelta, void, undefined> {
  let isKnown = false
  for await (const delta of deltas) {
    if (!isKnown && (delta.type !== 'end' || delta.end.error === null)) {
      isKnown = true
      accepted()
    }
    yield delta
  }
}
