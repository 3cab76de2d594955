import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '../../../shared/language.ts'
import { withoutDirectionControls } from '../line-text.ts'
import { en, zhCN } from './locales/words.ts'

/** Loads both languages (small and local, so that switching is instant) and starts with `language`. */
export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: { en: { translation: en }, 'zh-CN': { translation: zhCN } },
    lng: language,
    fallbackLng: 'en',
    // React escapes markup; inserted values must not change the text direction of the rest
    interpolation: { escapeValue: true, escape: withoutDirectionControls },
  })
  document.documentElement.lang = language
}

/** Switches the language of the whole page. */
export async function showLanguage(language: Language): Promise<void> {
  document.documentElement.lang = language
  if (i18next.language !== language) await i18next.changeLanguage(language)
}
