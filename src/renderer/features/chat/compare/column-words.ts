import type { TFunction } from 'i18next'
import type { Message } from '../../../../shared/chat.ts'
import { moneyWords } from '../../../components/words/money-words.ts'
import type { StreamPace } from '../state/stream-texts.ts'
import { atLeast, firstTextWords, speedOf } from '../state/usage-words.ts'

/** Duration of writing below which a speed is meaningless, in ms. */
const writingMin = 200

/**
 * Returns the speed, time to the first word and cost of an ended answer. The cost is left out if there are no prices.
 */
export function columnWords(
  t: TFunction,
  language: string,
  message: Pick<Message, 'status'>,
  hasPrices: boolean,
): string {
  const { timing, usage } = message.status
  const speed = speedOf(message.status)
  const parts = [
    ...(speed === null ? [] : [t(speed.isEstimate ? 'compare.speedAbout' : 'compare.speed', { rate: speed.rate })]),
    ...(timing?.firstTextMs == null ? [] : firstTextWords(t, timing.firstTextMs)),
    ...(usage?.cost === undefined
      ? hasPrices
        ? [t('compare.noCost')]
        : []
      : [atLeast(t, usage, moneyWords(language, usage.cost))]),
  ]
  return parts.join(' · ')
}

/** Returns the speed and time to the first word of a running answer. Its speed is an estimate. */
export function runningWords(t: TFunction, pace: StreamPace, now: number): string {
  const { firstTextAt, startedAt, tokens } = pace
  if (firstTextAt === null) return ''
  const ms = now - firstTextAt
  const speed = ms > writingMin ? [t('compare.speedAbout', { rate: Math.round((tokens / ms) * 1000) })] : []
  return [...speed, ...firstTextWords(t, firstTextAt - startedAt)].join(' · ')
}
