import { on, onConnection } from '../../bridge/client.ts'
import { historyChanged, setShown, showPlaces } from './list-actions.ts'

/** Keeps the history up to date from now on. It is read when somebody looks. */
export function startHistory(): void {
  on('history.changed', historyChanged)
  let connected = true
  onConnection((now) => {
    const back = now && !connected
    connected = now
    if (back) historyChanged()
  })
  // when there is nothing better to do: then the panel opens with its list
  requestIdleCallback(() => {
    setShown(true)
    showPlaces(0, 40)
    setShown(false)
  })
}
