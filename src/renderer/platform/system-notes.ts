import { create } from 'zustand'
import { appState } from './app-store.ts'
import { call, on } from './bridge/client.ts'
import type { PanelId } from './navigation.ts'

/** True if the page may show notifications; `main` when main shows them. */
export type NotePermission = 'main' | 'missing' | 'default' | 'granted' | 'denied'

function permissionNow(): NotePermission {
  if (appState().info.shell === 'electron') return 'main'
  return typeof Notification === 'undefined' ? 'missing' : Notification.permission
}

const useStore = create<{ readonly permission: NotePermission | null }>(() => ({ permission: null }))

/** Returns the current notification permission. */
export function useNotePermission(): NotePermission {
  return useStore((state) => state.permission) ?? permissionNow()
}

/** Returns true if a system notification would appear now. */
export function canShowNotes(): boolean {
  const permission = permissionNow()
  return permission === 'main' || permission === 'granted'
}

/** Asks the user for the permission; call it only after a click. */
export async function askForNotes(): Promise<void> {
  if (permissionNow() === 'default') await Notification.requestPermission()
  readNotePermission()
}

/** Reads the permission again, which the user may have changed in the browser. */
export function readNotePermission(): void {
  useStore.setState({ permission: permissionNow() })
}

/** Returns true if the window is hidden or unfocused. */
export function isInBackground(): boolean {
  return document.hidden || !document.hasFocus()
}

/** A system notification; the same owner and id replace an earlier one. */
export interface SystemNote {
  /** The panel that shows it and handles its click. */
  readonly owner: PanelId
  readonly id: string
  readonly title: string
  readonly body: string
}

const clicked = new Set<(key: string) => void>()

function tellClicked(key: string): void {
  for (const listener of clicked) listener(key)
}

/** Calls `listener` with the id of a clicked notification of this owner; returns its undo. */
export function onNoteClicked(owner: PanelId, listener: (id: string) => void): () => void {
  const prefix = `${owner}:`
  const hear = (key: string) => {
    if (key.startsWith(prefix)) listener(key.slice(prefix.length))
  }
  clicked.add(hear)
  const forget = on('app.notified', ({ key }) => hear(key))
  return () => {
    clicked.delete(hear)
    forget()
  }
}

/** Shows a system notification, if the user has allowed it. */
export async function showSystemNote(note: SystemNote): Promise<void> {
  const key = `${note.owner}:${note.id}`
  const answer = await call('app.notify', {
    key,
    title: note.title.slice(0, 200),
    body: note.body.slice(0, 1000),
  })
  if (!answer.ok || answer.value.by !== 'page' || permissionNow() !== 'granted') return
  try {
    const shown = new Notification(note.title, { body: note.body, tag: key })
    shown.addEventListener('click', () => {
      shown.close()
      window.focus()
      tellClicked(key)
    })
  } catch {
    // some browsers allow them only in a service worker; nothing is lost, as the panel shows it too
  }
}
