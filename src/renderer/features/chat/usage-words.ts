import type { TFunction } from 'i18next'
import type { MessageStatus } from '../../../shared/chat.ts'

function seconds(ms: number): string {
  return (ms / 1000).toFixed(ms < 10_000 ? 1 : 0)
}

/** What an answer took: tokens, speed, time to the first text. */
export function usageWords(t: TFunction, status: MessageStatus): string {
  const { usage, timing } = status
  const parts: string[] = []
  if (usage !== null) parts.push(t('message.usage', { prompt: usage.promptTokens, completion: usage.completionTokens }))
  if (timing !== null && timing.firstTextMs !== null) {
    const writingMs = timing.totalMs - timing.firstTextMs
    // a rate over a few hundredths of a second says nothing
    if (usage !== null && writingMs > 200) {
      parts.push(t('message.speed', { rate: Math.round((usage.completionTokens / writingMs) * 1000) }))
    }
    parts.push(t('message.firstText', { seconds: seconds(timing.firstTextMs) }))
  }
  return parts.join(' · ')
}

/** The speed of a running answer, and how long its first text took. */
export function paceWords(
  t: TFunction,
  pace: { readonly startedAt: number; readonly firstTextAt: number | null; readonly tokens: number },
  now: number,
): string {
  if (pace.firstTextAt === null) return t('message.firstText', { seconds: seconds(now - pace.startedAt) })
  const first = t('message.firstText', { seconds: seconds(pace.firstTextAt - pace.startedAt) })
  const writingMs = now - pace.firstTextAt
  if (writingMs < 300) return first
  return `${t('message.speed', { rate: Math.round((pace.tokens / writingMs) * 1000) })} · ${first}`
}
