import { secretFragment, secretHeader, sessionPath } from './bridge-frames.ts'

const storageKey = 'atelier.session'

/** The page's address and its storage. Unlike cookies, storage is separate for each port. */
export interface SessionSurroundings {
  readonly location: { readonly hash: string; readonly pathname: string }
  readonly history: { replaceState(state: unknown, unused: string, url: string): void }
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
}

/**
 * Returns this browser's session secret: from the address, which then drops it, or from storage. Null if there is none.
 * Without storage it stays in the address, so that a reload works.
 */
export function pageSecret({ location, history, storage }: SessionSurroundings): string | null {
  const given = location.hash.startsWith(secretFragment) ? location.hash.slice(secretFragment.length) : null
  try {
    if (given === null) return storage.getItem(storageKey)
    storage.setItem(storageKey, given)
    history.replaceState(null, '', location.pathname)
  } catch {
    // storage is disabled or full
  }
  return given
}

/**
 * Renews the session cookie. True when the session exists, false when it has ended, null when Atelier does not answer.
 */
export async function renewSession(ask: typeof fetch, secret: string | null): Promise<boolean | null> {
  if (secret === null) return false
  try {
    const { ok, status } = await ask(sessionPath, { method: 'POST', headers: { [secretHeader]: secret } })
    return ok ? true : status === 401 ? false : null
  } catch {
    return null
  }
}
