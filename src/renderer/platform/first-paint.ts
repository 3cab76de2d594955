import type { Language } from '../../shared/language.ts'
import type { Settings } from '../../shared/settings.ts'

/** Stores the values that public/first-paint.js needs to show the right theme at the next start. */
export function rememberFirstPaint(theme: Settings['theme'], language: Language): void {
  try {
    localStorage.setItem('atelier.theme', theme)
    localStorage.setItem('atelier.language', language)
  } catch {
    // without storage the next start may flash, which is harmless
  }
}

/** Returns the language of the last run, for texts needed before main has answered. */
export function rememberedLanguage(): string | null {
  try {
    return localStorage.getItem('atelier.language')
  } catch {
    return null
  }
}
