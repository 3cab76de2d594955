import { create } from 'zustand'
import type { WatchedFolder } from '../../../../shared/watched-folder.ts'
import { call, on, onReconnect } from '../../../platform/bridge/client.ts'

interface WatchState {
  /** The watched folder; null if there is none, undefined until it is known. */
  readonly folder: WatchedFolder | null | undefined
  /** The open dialog: for a path, if the shell has no dialog for folders, or for automatic sending. */
  readonly dialog: 'path' | 'automatic' | null
}

/** The watched folder, as last reported by main. */
export const useWatch = create<WatchState>(() => ({ folder: undefined, dialog: null }))

/** Loads the watched folder, and keeps it up to date, for the lifetime of the page. */
export async function followFolder(): Promise<void> {
  on('watch.changed', ({ folder }) => useWatch.setState({ folder }))
  onReconnect(() => void loadFolder())
  await loadFolder()
}

async function loadFolder(): Promise<void> {
  const answer = await call('watch.get', {})
  if (answer.ok) useWatch.setState({ folder: answer.value })
}
