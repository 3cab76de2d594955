import type { Language } from '../../../shared/language.ts'
import type { Prompt, PromptLibrary } from '../../../shared/prompts.ts'
import en from './included-en.json' with { type: 'json' }
import zhCN from './included-zh-CN.json' with { type: 'json' }

/** A prompt of the list. */
export interface ShownPrompt extends Prompt {
  /** True if the prompt comes with Atelier and has not been changed. */
  readonly isIncluded: boolean
}

/** Prompts that come with Atelier, written in each language. */
export const includedPrompts: Readonly<Record<Language, readonly Prompt[]>> = { en, 'zh-CN': zhCN }

/** Returns the user's prompts by title, then the included ones that were neither changed nor removed. */
export function shownPrompts({ prompts, removed }: PromptLibrary, language: Language): readonly ShownPrompt[] {
  const replaced = new Set([...removed, ...prompts.map(({ id }) => id)])
  const order = new Intl.Collator(language, { numeric: true })
  return [
    ...prompts
      .map((prompt) => ({ ...prompt, isIncluded: false }))
      .sort((one, other) => order.compare(one.title, other.title)),
    ...includedPrompts[language]
      .filter(({ id }) => !replaced.has(id))
      .map((prompt) => ({ ...prompt, isIncluded: true })),
  ]
}
