import type { TFunction } from 'i18next'
import type { GatewayRequest, GatewayRequestSummary } from '../../../shared/gateway-request.ts'

/** Says that a request runs, or its status and why it failed: gateways report some failures with status 200. */
export function stateWords(t: TFunction, { endMs, error, status }: GatewayRequestSummary): string {
  const words = [
    ...(status === null ? [] : [t('requests.status', { status })]),
    ...(error === null ? [] : [t('requests.failed', { code: error })]),
  ]
  if (words.length > 0) return words.join(t('requests.and'))
  return endMs === null ? t('requests.running') : t('requests.unknown')
}

/** Time of day with seconds, and the day where it is another one than `now`'s. */
export function clockTime(language: string, at: number, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return new Intl.DateTimeFormat(language, { timeStyle: 'medium', ...(isToday ? {} : { dateStyle: 'short' }) }).format(
    at,
  )
}

/** Times of a request in one line. */
export function timesLine(t: TFunction, { endMs, firstByteMs, headersMs }: GatewayRequestSummary): string {
  const words = (ms: number | null): string =>
    ms === null ? t('requests.unknown') : t('requests.seconds', { seconds: (ms / 1000).toFixed(3) })
  return t('requests.timesLine', { headers: words(headersMs), first: words(firstByteMs), end: words(endMs) })
}

/** Headers, one in a line. */
export function headerLines(headers: GatewayRequest['sentHeaders']): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n')
}

/** The body that was sent; a form has a field in each line. */
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

/** The answer with the time of each part before it. */
export function timedParts(parts: GatewayRequest['parts']): string {
  return parts.map(({ at, text }) => `+${String(at).padStart(5)} ms  ${text.trimEnd()}`).join('\n')
}
