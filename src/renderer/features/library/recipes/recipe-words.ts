import type { TFunction } from 'i18next'
import type { StepPrice } from '../../../../shared/recipe-price.ts'
import { moneyWords } from '../../../components/words/money-words.ts'

/** Returns the price of a step in words. */
export function priceWords(t: TFunction, language: string, price: StepPrice | null): string {
  if (price === null) return t('recipes.price.unknown')
  if (price.of === 'tokens')
    return t('recipes.price.tokens', {
      read: moneyWords(language, price.read),
      written: moneyWords(language, price.written),
    })
  const words = moneyWords(language, price.money)
  return price.of === 'all' ? words : t(`recipes.price.${price.of}`, { price: words })
}
