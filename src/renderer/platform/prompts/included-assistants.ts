import type { Assistant, AssistantLibrary } from '../../../shared/assistants.ts'
import { defaultParameters } from '../../../shared/chat-limits.ts'
import type { Language } from '../../../shared/language.ts'
import en from './assistants-en.json' with { type: 'json' }
import zhCN from './assistants-zh-CN.json' with { type: 'json' }

/** An assistant of the list. */
export interface ShownAssistant extends Assistant {
  /** True if the assistant comes with Atelier and has not been changed. */
  readonly isIncluded: boolean
}

const whole = ({ system, ...about }: (typeof en)[number]): Assistant => ({
  ...about,
  connectionId: null,
  model: '',
  parameters: { ...defaultParameters, system },
})

/** Assistants that come with Atelier, written in each language. */
export const includedAssistants: Readonly<Record<Language, readonly Assistant[]>> = {
  en: en.map(whole),
  'zh-CN': zhCN.map(whole),
}

/** Returns the user's assistants by name, then the included ones that were neither changed nor removed. */
export function shownAssistants(
  { assistants, removed }: AssistantLibrary,
  language: Language,
): readonly ShownAssistant[] {
  const replaced = new Set([...removed, ...assistants.map(({ id }) => id)])
  const order = new Intl.Collator(language, { numeric: true })
  return [
    ...assistants
      .map((assistant) => ({ ...assistant, isIncluded: false }))
      .sort((one, other) => order.compare(one.name, other.name)),
    ...includedAssistants[language]
      .filter(({ id }) => !replaced.has(id))
      .map((assistant) => ({ ...assistant, isIncluded: true })),
  ]
}
