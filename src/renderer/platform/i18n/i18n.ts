import i18next from 'i18next'
import type { Language } from '../../../shared/language.ts'
import { withoutDirectionControls } from '../line-text.ts'
import { exactlyOne } from './exactly-one.ts'
import type { Words } from './locales/en.ts'

/** Each language is a separate chunk: the page loads only the current one. */
const chunks: { readonly [L in Language]: () => Promise<Words> } = {
  en: async () => (await import('./locales/en.ts')).en,
  'zh-CN': async () => (await import('./locales/zh-cn.ts')).zhCN,
}

const loads = new Map<Language, Promise<Words>>()

/** Resolves to the translations of a language, loaded once. A failed load is retried. */
function wordsIn(language: Language): Promise<Words> {
  const known = loads.get(language)
  if (known !== undefined) return known
  const load = chunks[language]()
  loads.set(language, load)
  load.catch(() => loads.delete(language))
  return load
}

/** The language requested last. */
let wanted: Language = 'en'

/** Starts loading the translations of a language that will most likely be shown. */
export function expectLanguage(language: Language): void {
  void wordsIn(language).catch(() => undefined)
}

/** Starts with `language`. */
export async function startI18n(language: Language): Promise<void> {
  wanted = language
  await i18next.use(exactlyOne).init({
    resources: { [language]: { translation: await wordsIn(language) } },
    lng: language,
    // every language has every key
    fallbackLng: false,
    // React escapes markup; inserted values must not change the text direction of the rest
    interpolation: { escapeValue: true, escape: withoutDirectionControls },
  })
  document.documentElement.lang = language
}

/** Switches the language of the whole page, once its words are loaded. The last call wins. */
export async function showLanguage(language: Language): Promise<void> {
  wanted = language
  const words = await wordsIn(language)
  if (wanted !== language) return
  document.documentElement.lang = language
  if (i18next.language === language) return
  i18next.addResourceBundle(language, 'translation', words)
  await i18next.changeLanguage(language)
}
