import { create } from 'zustand'

export interface Toast {
  readonly id: string
  readonly text: string
  readonly action: { readonly label: string; readonly run: () => void } | null
  /** Number of times the message was shown since it appeared. */
  readonly count: number
}

interface Toasts {
  /** Short messages at the edge of the window, newest last. */
  readonly toasts: readonly Toast[]
  /** True while a button at the foot of the view has to stay clear of them. */
  readonly isRaised: boolean
}

export const useToasts = create<Toasts>(() => ({ toasts: [], isRaised: false }))

/** Shows messages above a button at the foot of the view. Returns its undo. */
export function raiseToasts(): () => void {
  useToasts.setState({ isRaised: true })
  return () => useToasts.setState({ isRaised: false })
}

/** Time of a toast, in ms; long enough to read it and to act by keyboard. */
export const toastMs = 10_000

/** Shows a message; returns its id. One that is still shown counts up, unless it offers an action of its own. */
export function showToast(text: string, action: Toast['action'] = null): string {
  const { toasts } = useToasts.getState()
  const equal = action === null ? toasts.find((toast) => toast.action === null && toast.text === text) : undefined
  const toast = { id: equal?.id ?? crypto.randomUUID(), text, action, count: (equal?.count ?? 0) + 1 }
  // nobody reads more than three at once
  useToasts.setState({ toasts: [...toasts.filter(({ id }) => id !== toast.id).slice(-2), toast] })
  return toast.id
}

/** Changes a message that is still shown, which restarts its timer; false if it is gone. */
export function changeToast(id: string, text: string, action: Toast['action'] = null): boolean {
  const isShown = useToasts.getState().toasts.some((toast) => toast.id === id)
  if (isShown)
    useToasts.setState(({ toasts }) => ({
      toasts: toasts.map((toast) => (toast.id === id ? { id, text, action, count: 1 } : toast)),
    }))
  return isShown
}

export function closeToast(id: string): void {
  useToasts.setState((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) }))
}
