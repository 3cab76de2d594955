import type { Session } from 'electron'
import type { Platform } from '../platform.ts'

/** Address for dictionary downloads: a port that Chromium refuses to connect to. Its default is Google's. */
const noDownloads = 'http://127.0.0.1:1/'

/** The part of Electron's App that announces sessions. */
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

/**
 * Returns true if the operating system checks spelling: macOS and Windows do; on Linux Chromium uses its own checker.
 */
export function canCheckSpelling(os: Platform['os']): boolean {
  return os !== 'linux'
}

/** Turns spell checking on or off, in the system's languages. */
export function applySpelling(
  session: SpellingSession,
  {
    os,
    wanted,
    languages,
  }: { readonly os: Platform['os']; readonly wanted: boolean; readonly languages: readonly string[] },
): void {
  const isOn = wanted && canCheckSpelling(os)
  // macOS detects languages automatically and accepts no list
  if (isOn && os === 'windows') {
    const known = spellingLanguages(languages, session.availableSpellCheckerLanguages)
    if (known.length > 0) session.setSpellCheckerLanguages(known)
  }
  session.setSpellCheckerEnabled(isOn)
}

/** Returns the user's languages that have dictionaries, by Chromium's names; it throws for any other. */
export function spellingLanguages(wanted: readonly string[], available: readonly string[]): string[] {
  const found = wanted.flatMap((language) => {
    const base = language.split('-')[0]?.toLowerCase() ?? ''
    const exact = available.find((name) => name.toLowerCase() === language.toLowerCase())
    return exact ?? available.find((name) => name.toLowerCase() === base) ?? []
  })
  return [...new Set(found)]
}
