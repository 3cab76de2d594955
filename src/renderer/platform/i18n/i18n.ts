import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '../../../shared/language.ts'
import { withoutDirectionControls } from '../line-text.ts'
import { zhCN } from './locales/chinese.ts'
import { en } from './locales/english.ts'

/** Loads both languages (they are small and local, so switching is instant) and starts with `language`. */
export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: { en: { translation: en }, 'zh-CN': { translation: zhCN } },
    lng: language,
    fallbackLng: 'en',
    // React escapes markup; what is put into a sentence must not turn the rest of it round
    interpolation: { escapeValue: true, escape: withoutDirectionControls },
  })
  document.documentElement.lang = language
}

/** Switches the words of the whole page at once. */
export async function showLanguage(language: Language): Promise<void> {
  document.documentElement.lang = language
  if (i18next.language !== language) await i18next.changeLanguage(language)
}
