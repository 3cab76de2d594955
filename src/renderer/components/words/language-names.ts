/** Common languages; others can be given by code. */
export const commonLanguages = [
  ...['en', 'zh', 'yue', 'ja', 'ko', 'de', 'fr', 'es', 'pt', 'it', 'ru', 'ar', 'hi', 'id', 'nl', 'pl', 'tr', 'vi'],
  ...['th', 'uk', 'sv', 'da', 'no', 'fi', 'cs', 'el', 'he', 'hu', 'ro', 'ms', 'fa', 'ur', 'bn', 'ta'],
] as const

/** The shape of a code that main accepts. */
const codeShape = /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/

/** Returns the code as it is sent; null for an invalid one. */
export function languageCode(typed: string): string | null {
  const [base = '', region] = typed.trim().split(/[-_]/, 2)
  const code = region === undefined || region === '' ? base.toLowerCase() : `${base.toLowerCase()}-${region}`
  return codeShape.test(code) ? code : null
}

let codesByName: ReadonlyMap<string, string> | null = null

/** Returns the code of a language given by English name, as some gateways send it. */
function codeOfName(name: string): string | undefined {
  codesByName ??= new Map(commonLanguages.map((code) => [languageName(code, 'en').toLowerCase(), code]))
  return codesByName.get(name.toLowerCase())
}

/** Returns the code of a language, from its code or English name; null when unknown. */
export function codeOf(told: string): string | null {
  return codeOfName(told) ?? languageCode(told)
}

/** Returns the localised name of a language, from its code or English name; unchanged when unknown. */
export function languageName(told: string, inLanguage: string): string {
  const code = told.length > 3 && !told.includes('-') ? (codeOfName(told) ?? told) : told
  try {
    return new Intl.DisplayNames([inLanguage], { type: 'language' }).of(code) ?? code
  } catch {
    // gateways may answer with anything
    return code
  }
}

export interface LanguageOption {
  readonly code: string
  readonly name: string
}

/** Languages to choose from. */
export interface LanguageOptions {
  /** The interface's language and those used last. */
  readonly first: readonly LanguageOption[]
  /** All other languages, by name. */
  readonly rest: readonly LanguageOption[]
}

/** Maximum number of languages that come before the others. */
const firstMax = 6

/**
 * Returns the languages to choose from, including the chosen one. `used` are languages of transcripts, newest first, as
 * codes or English names.
 */
export function languageOptions(
  inLanguage: string,
  chosen: string | null,
  used: readonly (string | null)[] = [],
): LanguageOptions {
  const option = (code: string): LanguageOption => ({ code, name: languageName(code, inLanguage) })
  const known = used.flatMap((told) => (told === null ? [] : (codeOf(told) ?? [])))
  const first = [...new Set([languageCode(inLanguage.replace(/-.*/, '')) ?? 'en', ...known])].slice(0, firstMax)
  const codes = new Set<string>(commonLanguages)
  if (chosen !== null) codes.add(chosen)
  for (const code of first) codes.delete(code)
  const order = new Intl.Collator(inLanguage)
  return {
    first: first.map(option),
    rest: [...codes].map(option).sort((a, b) => order.compare(a.name, b.name)),
  }
}
