/** Whose text it is: a message that is edited, a segment of a transcript. */
export type UnsentOwner = `message:${string}` | `segment:${string}`

const prefix = 'atelier.unsent.'

/** Keeps what is typed into a field, for a reload of the page: a page that crashes cannot save anything any more. */
export function keepUnsent(owner: UnsentOwner, text: string): void {
  try {
    sessionStorage.setItem(prefix + owner, text)
  } catch {
    // a text beyond the storage's limit lives in its field only
  }
}

/** Text typed before a reload; null if there is none. */
export function unsentText(owner: UnsentOwner): string | null {
  try {
    return sessionStorage.getItem(prefix + owner)
  } catch {
    return null
  }
}

/** The field was left: nothing of it may come back. */
export function forgetUnsent(owner: UnsentOwner): void {
  try {
    sessionStorage.removeItem(prefix + owner)
  } catch {
    // without storage nothing was kept
  }
}
