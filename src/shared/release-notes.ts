import type { Language } from './language.ts'

/**
 * Returns the part of release notes in a language. A line with only `[en]` or `[zh-CN]` begins a language; the text
 * before the first such line is for all languages. Notes without the language are returned in their first one.
 */
export function notesFor(notes: string, language: Language): string {
  const [common = '', ...parts] = notes.split(/^\[(en|zh-CN)\]\s*$/m)
  const texts = new Map<string, string>()
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [name = '', text = ''] = parts.slice(at)
    if (!texts.has(name)) texts.set(name, text)
  }
  const own = texts.get(language) ?? texts.values().next().value ?? ''
  return [common.trim(), own.trim()].filter((text) => text !== '').join('\n\n')
}
