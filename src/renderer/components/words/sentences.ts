import type { TFunction } from 'i18next'

/**
 * Joins sentences as the current language does: Chinese has no space between them. Null ones are left out. An empty one
 * at the end leaves space for a following element.
 */
export function sentences(t: TFunction, ...parts: readonly (string | null)[]): string {
  return parts
    .filter((part) => part !== null)
    .reduce((first, second) => (first === '' ? second : t('app.twoSentences', { first, second })), '')
}
