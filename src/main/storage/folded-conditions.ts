import { searchForms } from '../../shared/folded-text.ts'
import type { SqlValue } from './database.ts'

/**
 * Returns one SQL condition for each word of a query: one of the folded columns contains it. A row of an older version,
 * whose accents are not folded yet, matches the word as it was typed.
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

/**
 * Returns the SQL for a folded column that contains a word. Uses instr instead of LIKE, so that no character has a
 * special meaning.
 */
export function holdsIn(
  column: string,
): (word: string) => { readonly sql: string; readonly values: readonly string[] } {
  return (word) => ({ sql: `instr(${column}, ?) > 0`, values: [word] })
}
