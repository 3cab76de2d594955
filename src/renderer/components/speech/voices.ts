import type { SpokenLanguage } from './spoken-text.ts'

/** The properties of a system voice that matter for the choice. */
export type VoiceFacts = Pick<SpeechSynthesisVoice, 'default' | 'lang' | 'localService' | 'name' | 'voiceURI'>

/** How long the system may take to list its voices, in ms. */
const voicesMs = 1500

const ofLanguage: Readonly<Record<SpokenLanguage, RegExp>> = { zh: /^(?:zh|cmn|yue)\b/i, en: /^en\b/i }

/** Returns the voices of a language, in the order of the system. */
export function voicesOf<V extends VoiceFacts>(voices: readonly V[], language: SpokenLanguage): readonly V[] {
  return voices.filter(({ lang }) => ofLanguage[language].test(lang.replace('_', '-')))
}

/**
 * Returns the voice of a language: the chosen one, else a local one, preferably the system's default. Null if there is
 * none.
 */
export function voiceFor<V extends VoiceFacts>(
  voices: readonly V[],
  language: SpokenLanguage,
  chosen: Readonly<Record<string, SpokenLanguage>>,
): V | null {
  const fitting = voicesOf(voices, language)
  const own = fitting.find(({ voiceURI }) => chosen[voiceURI] === language)
  // a remote voice would send the text to a server
  const local = fitting.filter(({ localService }) => localService)
  return own ?? local.find((voice) => voice.default) ?? local[0] ?? null
}

/** Resolves to the system's voices. Chromium lists them late the first time. */
export async function systemVoices(): Promise<readonly SpeechSynthesisVoice[]> {
  const speech = speechOf()
  if (speech === null) return []
  const voices = speech.getVoices()
  if (voices.length > 0) return voices
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      speech.removeEventListener('voiceschanged', done)
      resolve()
    }
    const timer = setTimeout(done, voicesMs)
    speech.addEventListener('voiceschanged', done)
  })
  return speech.getVoices()
}

/** Returns the browser's speech synthesis; null if there is none. */
export function speechOf(): SpeechSynthesis | null {
  return 'speechSynthesis' in window ? window.speechSynthesis : null
}
