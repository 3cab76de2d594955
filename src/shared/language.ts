import type { Settings } from './settings.ts'

/** The languages of the interface. */
export type Language = 'en' | 'zh-CN'

/** Returns the interface language: the user's choice, else the closest to the system's. */
export function languageFor(choice: Settings['language'], systemLocale: string): Language {
  switch (choice) {
    case 'en':
    case 'zh-CN':
      return choice
    case 'system':
      return /^zh\b/i.test(systemLocale) ? 'zh-CN' : 'en'
    default:
      return choice satisfies never
  }
}
