import type { TFunction } from 'i18next'
import type { Price } from '../../../../shared/prices.ts'
import { moneyWords } from '../../../components/words/money-words.ts'

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
