import type { TFunction } from 'i18next'
import type { Money, Sum } from '../../../shared/prices.ts'

/** Returns a formatted amount: two decimals from 1 on, else up to six with three significant digits. */
export function moneyWords(language: string, { currency, nano }: Money): string {
  const value = nano / 1e9
  const isSmall = nano > 0 && value < 1
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(isSmall
      ? { minimumFractionDigits: 2, maximumFractionDigits: Math.min(6, 2 - Math.floor(Math.log10(value))) }
      : {}),
  }).format(isSmall ? Math.max(value, 1e-6) : value)
}

/** Returns the sums of each currency, and how many requests have no price if others have one. */
export function sumWords(t: TFunction, language: string, { requests, totals, unpriced }: Sum): string {
  if (requests === 0) return '–'
  if (totals.length === 0) return t('money.allUnpriced')
  return [
    totals.map((total) => moneyWords(language, total)).join(' + '),
    ...(unpriced === 0 ? [] : [t('money.unpriced', { number: unpriced.toLocaleString(language) })]),
  ].join(' · ')
}
