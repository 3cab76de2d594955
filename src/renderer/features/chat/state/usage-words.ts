import type { TFunction } from 'i18next'
import type { MessageStatus, Timing, Usage } from '../../../../shared/chat.ts'
import { moneyWords } from '../../../components/words/money-words.ts'

/** Returns the time to first text in words; empty if it would round to 0.0 s. */
export function firstTextWords(t: TFunction, ms: number): readonly string[] {
  const seconds = (ms / 1000).toFixed(ms < 10_000 ? 1 : 0)
  return seconds === '0.0' ? [] : [t('message.firstText', { seconds })]
}

/** Returns a figure of a usage; marked as a minimum if more was used. */
export function atLeast(t: TFunction, { isIncomplete }: Usage, what: string): string {
  return isIncomplete === true ? t('message.atLeast', { what }) : what
}

/**
 * Returns the tokens per second; null if unknown. Older answers have only their times. If such an answer has thinking,
 * its tokens were produced before its text, so there is no speed.
 */
export function speedOf({
  timing,
  usage,
}: Pick<MessageStatus, 'timing' | 'usage'>): NonNullable<Timing['speed']> | null {
  if (timing?.speed !== undefined) return timing.speed
  if (timing === null || timing.firstTextMs === null || timing.thinkingMs !== undefined || usage === null) return null
  const ms = timing.totalMs - timing.firstTextMs
  return ms > 200 ? { rate: Math.round((usage.completionTokens / ms) * 1000), isEstimate: false } : null
}

/** Returns the cost of an answer in words; empty if unknown. */
export function costWords(t: TFunction, language: string, { usage }: MessageStatus): string {
  return usage?.cost === undefined ? '' : atLeast(t, usage, moneyWords(language, usage.cost))
}

/** Returns the figures of an answer: tokens, speed, time to the first word. */
export function usageWords(t: TFunction, status: MessageStatus): string {
  const { usage, timing } = status
  const parts: string[] = []
  if (usage !== null)
    parts.push(
      atLeast(t, usage, t('message.usage', { prompt: usage.promptTokens, completion: usage.completionTokens })),
    )
  if (timing !== null && timing.firstTextMs !== null) {
    const speed = speedOf(status)
    if (speed !== null) parts.push(t(speed.isEstimate ? 'compare.speedAbout' : 'message.speed', { rate: speed.rate }))
    parts.push(...firstTextWords(t, timing.firstTextMs))
  }
  return parts.join(' · ')
}

/** Returns the speed of a running answer, and its time to first text, in words. */
export function paceWords(
  t: TFunction,
  pace: { readonly startedAt: number; readonly firstTextAt: number | null; readonly tokens: number },
  now: number,
): string {
  const first = firstTextWords(t, (pace.firstTextAt ?? now) - pace.startedAt)
  const writingMs = pace.firstTextAt === null ? 0 : now - pace.firstTextAt
  const speed = writingMs < 300 ? [] : [t('message.speed', { rate: Math.round((pace.tokens / writingMs) * 1000) })]
  return [...speed, ...first].join(' · ')
}
