import { create } from 'zustand'
import { appState } from './app-store.ts'
import { call, on } from './bridge/client.ts'

/** Whether the page may show notifications by itself; `main` where that is not its business. */
export type NotePermission = 'main' | 'missing' | 'default' | 'granted' | 'denied'

function permissionNow(): NotePermission {
  if (appState().info.shell === 'electron') return 'main'
  return 'Notification' in window ? Notification.permission : 'missing'
}

const useStore = create<{ readonly permission: NotePermission | null }>(() => ({ permission: null }))

/** Whether notifications can be shown, as far as anybody was asked. */
export function useNotePermission(): NotePermission {
  return useStore((state) => state.permission) ?? permissionNow()
}

/** Asks the person for the permission; only ever called because they clicked. */
export async function askForNotes(): Promise<void> {
  if (permissionNow() === 'default') await Notification.requestPermission()
  useStore.setState({ permission: permissionNow() })
}

/** Whether the window is hidden or another one has the focus. */
export function isInBackground(): boolean {
  return document.hidden || !document.hasFocus()
}

/** Something to be told through the operating system; the same key again takes the place of the first. */
export interface SystemNote {
  readonly key: string
  readonly title: string
  readonly body: string
}

const clicked = new Set<(key: string) => void>()

function tellClicked(key: string): void {
  for (const listener of clicked) listener(key)
}

/** Calls `listener` with the key of a notification that the person clicked; returns its undo. */
export function onNoteClicked(listener: (key: string) => void): () => void {
  clicked.add(listener)
  const forget = on('app.notified', ({ key }) => listener(key))
  return () => {
    clicked.delete(listener)
    forget()
  }
}

/** Tells the person something through the operating system; nothing is shown where they did not allow it. */
export async function showSystemNote(note: SystemNote): Promise<void> {
  const answer = await call('app.notify', {
    key: note.key,
    title: note.title.slice(0, 200),
    body: note.body.slice(0, 1000),
  })
  if (!answer.ok || answer.value.by !== 'page' || permissionNow() !== 'granted') return
  try {
    const shown = new Notification(note.title, { body: note.body, tag: note.key })
    shown.addEventListener('click', () => {
      shown.close()
      window.focus()
      tellClicked(note.key)
    })
  } catch {
    // a browser that shows them only from a service worker: nothing is lost, as the panel tells it too
  }
}
