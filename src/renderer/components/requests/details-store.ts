import { create } from 'zustand'

/** The message or job whose requests are shown; null while the details are closed. */
export const useDetails = create<{ readonly itemId: string | null }>(() => ({ itemId: null }))

/** Opens the details of a message or job, at the right of the current panel. */
export function openDetails(itemId: string): void {
  useDetails.setState({ itemId })
}

export function closeDetails(): void {
  useDetails.setState({ itemId: null })
}
