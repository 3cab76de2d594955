import { create } from 'zustand'

export interface Toast {
  readonly id: string
  readonly text: string
  readonly action: { readonly label: string; readonly run: () => void } | null
}

/** Short messages at the edge of the window, newest last. */
export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }))

/** Time of a toast, in ms; long enough to read it and to act by keyboard. */
export const toastMs = 10_000

/** Shows a message; returns its id. */
export function showToast(text: string, action: Toast['action'] = null): string {
  const toast = { id: crypto.randomUUID(), text, action }
  // nobody reads more than three at once
  useToasts.setState((state) => ({ toasts: [...state.toasts.slice(-2), toast] }))
  return toast.id
}

export function closeToast(id: string): void {
  useToasts.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) }))
}
