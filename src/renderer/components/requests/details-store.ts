import { create } from 'zustand'

/** The message or job whose requests the details show; null while they are closed. */
export const useDetails = create<{ readonly itemId: string | null }>(() => ({ itemId: null }))

/** Opens the details of a message or job, at the right of the present panel. */
export function openDetails(itemId: string): void {
  useDetails.setState({ itemId })
}

export function closeDetails(): void {
  useDetails.setState({ itemId: null })
}
