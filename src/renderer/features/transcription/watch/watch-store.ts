import { create } from 'zustand'
import type { WatchedFolder } from '../../../../shared/watched-folder.ts'

interface WatchState {
  /** The watched folder; null if there is none, undefined until it is known. */
  readonly folder: WatchedFolder | null | undefined
  /** The open dialog: for a path, if the shell has no dialog for folders, or for automatic sending. */
  readonly dialog: 'path' | 'automatic' | null
}

/** The watched folder, as last reported by main. */
export const useWatch = create<WatchState>(() => ({ folder: undefined, dialog: null }))
