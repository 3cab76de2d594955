import type { TFunction } from 'i18next'
import type { Price } from '../../../../shared/prices.ts'
import { moneyWords } from '../../../components/words/money-words.ts'
import { dateWords } from '../../../components/words/time-words.ts'

const unitWords = [
  ['input', 'shortInput'],
  ['cached', 'shortCached'],
  ['output', 'shortOutput'],
  ['image', 'shortImage'],
  ['second', 'shortSecond'],
  ['minute', 'shortMinute'],
] as const

/** Returns the prices of a model, each in words. */
export function priceUnitWords(t: TFunction, language: string, price: Price): string[] {
  return unitWords.flatMap(([unit, words]) => {
    const nano = price[unit]
    return nano === null
      ? []
      : [t(`money.${words}`, { price: moneyWords(language, { currency: price.currency, nano }) })]
  })
}

/** Returns the day of a list in words; `day` is as 2026-07-02. */
export function listDayWords(language: string, day: string): string {
  return dateWords(language, Date.parse(`${day}T12:00`))
}
