/** Owner of the text: an edited message, a segment of a transcript, arguments of a call or the note about it. */
export type UnsentOwner = `message:${string}` | `segment:${string}` | `call:${string}` | `note:${string}`

const prefix = 'atelier.unsent.'

/**
 * Stores the text of a field while the user types, for a reload of the page. A crashing page could no longer save it.
 */
export function keepUnsent(owner: UnsentOwner, text: string): void {
  try {
    sessionStorage.setItem(prefix + owner, text)
  } catch {
    // a text beyond the storage's limit exists only in its field
  }
}

/** Returns the text typed before a reload; null if there is none. */
export function unsentText(owner: UnsentOwner): string | null {
  try {
    return sessionStorage.getItem(prefix + owner)
  } catch {
    return null
  }
}

/** Deletes the stored text after the field was left. */
export function forgetUnsent(owner: UnsentOwner): void {
  try {
    sessionStorage.removeItem(prefix + owner)
  } catch {
    // without storage nothing was stored
  }
}
