import type { Language } from '../../shared/language.ts'
import type { Settings } from '../../shared/settings.ts'

/** Leaves what public/first-paint.js needs to paint the next start in the right theme at once. */
export function rememberFirstPaint(theme: Settings['theme'], language: Language): void {
  try {
    localStorage.setItem('atelier.theme', theme)
    localStorage.setItem('atelier.language', language)
  } catch {
    // a convenience only: without storage the next start may flash
  }
}

/** The language of the last run, for words that are needed before main has answered. */
export function rememberedLanguage(): string | null {
  try {
    return localStorage.getItem('atelier.language')
  } catch {
    return null
  }
}
