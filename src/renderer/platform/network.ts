import { create } from 'zustand'
import { call, onConnection } from './bridge/client.ts'

/** Whether the page's system says that there is a network; nobody can say whether a gateway can be reached over it. */
export const useNetwork = create<{ readonly online: boolean }>(() => ({ online: navigator.onLine }))

function tell(): void {
  const online = navigator.onLine
  useNetwork.setState({ online })
  void call('app.network', { online })
}

/** Tells main about the network, now and at every change; returns its undo. */
export function watchNetwork(): () => void {
  // a main that was started anew, or lost, does not know any more
  const forget = onConnection((connected) => connected && tell())
  window.addEventListener('online', tell)
  window.addEventListener('offline', tell)
  return () => {
    forget()
    window.removeEventListener('online', tell)
    window.removeEventListener('offline', tell)
  }
}
