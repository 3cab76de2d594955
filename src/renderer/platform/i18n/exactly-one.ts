import type { I18nFormatModule } from 'i18next'

const rules = new Map<string, Intl.PluralRules>()

function formOf(language: string, count: number): string {
  const known = rules.get(language)
  const rule = known ?? new Intl.PluralRules(language)
  if (known === undefined) rules.set(language, rule)
  return rule.select(count)
}

/**
 * Chooses the words for a count: the plural form of the language, or the `_one` words for exactly 1.
 *
 * Chinese has only the form `other`, so i18next alone never reads its `_one` words. They are needed if a sentence
 * about one thing names it instead of giving the number.
 */
export const exactlyOne = {
  type: 'i18nFormat',
  handleAsObject: true,
  /** Adds the keys to look up; the last one with a translation is used. */
  addLookupKeys(
    keys: string[],
    key: string,
    language: string,
    _namespace: string,
    { count }: { readonly count?: number | string },
  ) {
    if (typeof count !== 'number') return
    keys.push(`${key}_${formOf(language, count)}`)
    if (count === 1) keys.push(`${key}_one`)
  },
} satisfies I18nFormatModule & Record<string, unknown>
