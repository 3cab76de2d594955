import { searchForms } from '../../shared/folded-text.ts'
import type { SqlValue } from './database.ts'

/**
 * One SQL condition for each word of a query: one of the folded columns holds it. A row of an older version, whose
 * accents are not folded yet, is found by the word as it was typed.
 */
export function holdsWords(
  query: string,
  holds: (word: string) => { readonly sql: string; readonly values: readonly SqlValue[] },
): readonly { readonly sql: string; readonly values: readonly SqlValue[] }[] {
  return searchForms(query).map((forms) => {
    const ways = forms.map(holds)
    return { sql: `(${ways.map(({ sql }) => sql).join(' OR ')})`, values: ways.flatMap(({ values }) => values) }
  })
}

/** SQL that a folded column holds a word: instr instead of LIKE, so that no character has a special meaning. */
export function holdsIn(
  column: string,
): (word: string) => { readonly sql: string; readonly values: readonly string[] } {
  return (word) => ({ sql: `instr(${column}, ?) > 0`, values: [word] })
}
