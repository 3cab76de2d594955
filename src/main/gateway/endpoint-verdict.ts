import type { AppError } from '../../shared/errors.ts'

/**
 * Returns what a refusal by `/v1/responses` says about the gateway, at no cost. `missing`: it has no such endpoint.
 * `unsure`: it lacks either the endpoint or the model. Null if the refusal is about something else.
 */
export function endpointVerdict({
  status,
  gatewayCode,
  gatewayMessage,
  detail,
}: AppError): 'missing' | 'unsure' | null {
  switch (status) {
    case 404:
      return gatewayCode === 'model_not_found' ? 'unsure' : 'missing'
    case 405:
    case 501:
      return 'missing'
    case 400:
      return missingPath.some((pattern) => pattern.test(`${gatewayCode ?? ''} ${gatewayMessage ?? detail}`))
        ? 'missing'
        : null
    default:
      return null
  }
}

const missingPath: readonly RegExp[] = [
  /\/responses\b.{0,80}\b(unknown|unsupported|invalid|missing|does not exist|not (found|supported|exist|implemented|available|allowed))/i,
  /\b(unknown|unsupported|invalid|unrecogni[sz]ed|no such|cannot post)\b.{0,80}\/responses\b/i,
  /\b(unknown|unsupported|invalid|unrecogni[sz]ed|no such)[ _](request[ _])?(path|endpoint|route|api)\b/i,
  /\bunknown[ _](request[ _])?url\b/i,
  /\b(path|endpoint|route|responses api)\b.{0,60}\b(unknown|unsupported|does not exist|not (found|supported|exist|implemented|available))/i,
]

/**
 * Returns true if a refusal is about reasoning that was sent back or requested. Models without reasoning refuse the
 * request, and gateways that lost it refuse the items.
 */
export function refusesReasoning({ status, gatewayCode, gatewayMessage, detail }: AppError): boolean {
  const said = `${gatewayCode ?? ''} ${gatewayMessage ?? detail}`
  return (status === 400 || status === 404 || status === 422) && /reasoning|encrypted|\binclude\b|\brs_\w/i.test(said)
}

/** Returns true if a refusal, which cost nothing, is about the summary of thoughts that was asked for. */
export function refusesSummary({ status, gatewayCode, gatewayMessage, detail }: AppError): boolean {
  const said = `${gatewayCode ?? ''} ${gatewayMessage ?? detail}`
  return (status === 400 || status === 403 || status === 422) && /summar/i.test(said)
}

/** Returns true if a refusal, which cost nothing, is about the effort of thinking that was asked for. */
export function refusesEffort({ status, gatewayCode, gatewayMessage, detail }: AppError): boolean {
  const said = `${gatewayCode ?? ''} ${gatewayMessage ?? detail}`
  return (
    (status === 400 || status === 422) && /effort|\b(parameter|argument|field)\b.{0,60}(reasoning|thinking)/i.test(said)
  )
}

/** Returns true if a refusal is about thoughts of earlier answers, either sent back or missing. */
export function refusesThoughts({ status, gatewayCode, gatewayMessage, detail }: AppError): boolean {
  const said = `${gatewayCode ?? ''} ${gatewayMessage ?? detail}`
  return (status === 400 || status === 422) && /reasoning|thinking|thought|signature/i.test(said)
}

/** Returns true if a refusal, which cost nothing, is about the request for the usage of a stream. */
export function refusesUsage({ status, gatewayCode, gatewayMessage, detail }: AppError): boolean {
  const said = `${gatewayCode ?? ''} ${gatewayMessage ?? detail}`
  return (status === 400 || status === 422) && /stream_options|include_usage/i.test(said)
}

/** Returns true if a refusal, which cost nothing, is about the null content of an answer with calls. */
export function refusesNullContent({ status, gatewayMessage, detail }: AppError): boolean {
  const said = gatewayMessage ?? detail
  return (
    (status === 400 || status === 422) &&
    /\bcontent\b/i.test(said) &&
    /\b(null|none|nil|empty|required|missing|string|type)\b|为空|缺少|必填/i.test(said)
  )
}
