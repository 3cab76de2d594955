import type { TFunction } from 'i18next'
import type { GatewayRequest, GatewayRequestSummary } from '../../../shared/gateway-request.ts'

/**
 * Returns that a request runs, or its status and the reason of its failure; gateways report some failures with status
 * 200.
 */
export function stateWords(t: TFunction, { endMs, error, status }: GatewayRequestSummary): string {
  const words = [
    ...(status === null ? [] : [t('requests.status', { status })]),
    ...(error === null ? [] : [t('requests.failed', { code: error })]),
  ]
  if (words.length > 0) return words.join(t('requests.and'))
  return endMs === null ? t('requests.running') : t('requests.unknown')
}

/** Returns the time of day with seconds, and the day if it differs from that of `now`. */
export function clockTime(language: string, at: number, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return new Intl.DateTimeFormat(language, { timeStyle: 'medium', ...(isToday ? {} : { dateStyle: 'short' }) }).format(
    at,
  )
}

/** Returns the timings of a request in one line. */
export function timesLine(t: TFunction, { endMs, firstByteMs, headersMs }: GatewayRequestSummary): string {
  const words = (ms: number | null): string =>
    ms === null ? t('requests.unknown') : t('requests.seconds', { seconds: (ms / 1000).toFixed(3) })
  return t('requests.timesLine', { headers: words(headersMs), first: words(firstByteMs), end: words(endMs) })
}

/** Returns headers, one per line. */
export function headerLines(headers: GatewayRequest['sentHeaders']): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n')
}

/** Returns the sent body; a form has one field per line. */
export function bodyText(t: TFunction, body: GatewayRequest['body']): string {
  switch (body.kind) {
    case 'none':
      return t('requests.nothingSent')
    case 'text':
      return body.text
    case 'form':
      return body.fields
        .map((field) => {
          if (field.kind === 'text') return `${field.name}: ${field.value}`
          const { bytes, fileName, hash, mime, name } = field
          const told = t('requests.file', { name: fileName, mime, bytes })
          return `${name}: ${told}${hash === null ? '' : ` · ${hash}`}`
        })
        .join('\n')
  }
}

/** Returns the answer with the time of each part before it. */
export function timedParts(parts: GatewayRequest['parts']): string {
  return parts.map(({ at, text }) => `+${String(at).padStart(5)} ms  ${text.trimEnd()}`).join('\n')
}
