import { create } from 'zustand'
import { call, onConnection } from './bridge/client.ts'

/** True if the page's system reports a network; it does not know whether a gateway is reachable. */
export const useNetwork = create<{ readonly online: boolean }>(() => ({ online: navigator.onLine }))

function tell(): void {
  const online = navigator.onLine
  useNetwork.setState({ online })
  void call('app.network', { online })
}

/** Reports the network state to main, now and at every change; returns its undo. */
export function watchNetwork(): () => void {
  // a restarted main does not know the state
  const forget = onConnection((connected) => connected && tell())
  window.addEventListener('online', tell)
  window.addEventListener('offline', tell)
  return () => {
    forget()
    window.removeEventListener('online', tell)
    window.removeEventListener('offline', tell)
  }
}
