import type { Settings } from './settings.ts'

/** The languages that the page has words in. */
export type Language = 'en' | 'zh-CN'

/** The language to show: the person's choice, else the nearest to the operating system's. */
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
