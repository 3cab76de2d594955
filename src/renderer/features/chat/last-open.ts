const key = 'atelier.open'

/** Remembers which conversation is open, for a reload of the page. A new window begins with a new chat. */
export function rememberOpen(conversationId: string | null): void {
  try {
    if (conversationId === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, conversationId)
  } catch {
    // a convenience only
  }
}

export function rememberedOpen(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
