import type { Session } from 'electron'
import type { Platform } from '../platform.ts'

/** Address for dictionary downloads: a port that Chromium refuses to connect to. Its default is Google's. */
const noDownloads = 'http://127.0.0.1:1/'

/** The part of Electron's App that tells of every session. */
export interface SessionSource {
  on(
    event: 'session-created',
    listener: (session: Pick<Session, 'setSpellCheckerDictionaryDownloadURL'>) => void,
  ): unknown
}

/**
 * Prevents dictionary downloads in every session. A session requests one as soon as it is created, even with
 * `spellcheck` off (electron#22995), so register this before ready.
 */
export function refuseDictionaries(app: SessionSource): void {
  app.on('session-created', (session) => session.setSpellCheckerDictionaryDownloadURL(noDownloads))
}

export type SpellingSession = Pick<
  Session,
  'availableSpellCheckerLanguages' | 'setSpellCheckerEnabled' | 'setSpellCheckerLanguages'
>

/** Whether the system itself can check spelling: macOS and Windows have a checker, on Linux Chromium has its own. */
export function canCheckSpelling(os: Platform['os']): boolean {
  return os !== 'linux'
}

/** Turns the system's spell checker on or off, in the system's languages. */
export function applySpelling(
  session: SpellingSession,
  {
    os,
    wanted,
    languages,
  }: { readonly os: Platform['os']; readonly wanted: boolean; readonly languages: readonly string[] },
): void {
  const isOn = wanted && canCheckSpelling(os)
  // macOS finds the language of a text by itself, and refuses to be told
  if (isOn && os === 'windows') {
    const known = spellingLanguages(languages, session.availableSpellCheckerLanguages)
    if (known.length > 0) session.setSpellCheckerLanguages(known)
  }
  session.setSpellCheckerEnabled(isOn)
}

/** The person's languages that have dictionaries, by Chromium's names; it throws for any other. */
export function spellingLanguages(wanted: readonly string[], available: readonly string[]): string[] {
  const found = wanted.flatMap((language) => {
    const base = language.split('-')[0]?.toLowerCase() ?? ''
    const exact = available.find((name) => name.toLowerCase() === language.toLowerCase())
    return exact ?? available.find((name) => name.toLowerCase() === base) ?? []
  })
  return [...new Set(found)]
}
