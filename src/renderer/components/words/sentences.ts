import type { TFunction } from 'i18next'

/**
 * Sentences one after the other, as the language shown does it: Chinese has no space between them. Null ones are left out.
 * An empty one at the end leaves room for an element that follows.
 */
export function sentences(t: TFunction, ...parts: readonly (string | null)[]): string {
  return parts
    .filter((part) => part !== null)
    .reduce((first, second) => (first === '' ? second : t('app.twoSentences', { first, second })), '')
}
