import type { TFunction } from 'i18next'
import type { EmbeddingsState } from '../../../../shared/embeddings.ts'

/**
 * Returns what remains to be sent, including texts with a refused answer: texts, tokens, requests, and money if a price
 * is known.
 */
export function costWords(
  t: TFunction,
  language: string,
  { requests, terms, texts, tokens }: EmbeddingsState,
): readonly string[] {
  const number = (value: number) => ({ count: value, formatted: value.toLocaleString(language) })
  return [
    t('meaning.texts', number(texts.wanted + texts.held)),
    t('meaning.tokens', number(tokens.wanted)),
    t('meaning.requests', number(requests.expected)),
    ...(terms.price === null ? [] : [t('meaning.money', { money: moneyWords(language, tokens.wanted, terms.price) })]),
  ]
}

/** Returns the price of some tokens; small sums keep two significant digits. */
export function moneyWords(
  language: string,
  tokens: number,
  { currency, perMillion }: NonNullable<EmbeddingsState['terms']['price']>,
): string {
  const sum = (tokens / 1_000_000) * perMillion
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(sum > 0 && sum < 0.1 ? { maximumSignificantDigits: 2 } : {}),
  }).format(sum)
}
