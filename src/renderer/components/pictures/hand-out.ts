import { type DragEvent, useRef } from 'react'
import type { NamedMedia, SavedFile } from '../../../shared/image.ts'
import type { MediaItem } from '../../../shared/media.ts'
import { appState } from '../../platform/app-store.ts'
import { call } from '../../platform/bridge/client.ts'

/** Returns the URL of a library file. */
export function mediaUrl(id: string): string {
  return `${appState().info.mediaBase}${id}`
}

/** Downloads a file if that is the page's task; false if the user cancelled. */
export function finishSaving(saved: SavedFile): boolean {
  if (saved.by === 'main') return saved.saved
  const link = document.createElement('a')
  link.href = saved.url
  link.download = saved.name
  document.body.append(link)
  link.click()
  link.remove()
  return true
}

/** Returns an archive name with today's date. */
export function archiveName(): string {
  return `atelier-${new Date().toLocaleDateString('sv-SE')}.zip`
}

/** Properties of an element from which a file can be dragged. */
export interface DragSource {
  readonly draggable: boolean
  readonly onPointerDown: () => void
  readonly onDragStart: (event: DragEvent) => void
}

/**
 * Lets a library file be dragged out of the window; null if there is none. `read` requests its name on pointer down,
 * because a starting drag cannot wait.
 */
export function useDragOut(media: MediaItem | null, read: () => Promise<NamedMedia | null>): DragSource {
  const pressed = useRef<{ named: NamedMedia | null }>({ named: null })
  return {
    draggable: media !== null,
    onPointerDown: () => {
      if (media === null) return
      // one object per press, so that a late answer does not name another file
      const press: { named: NamedMedia | null } = { named: null }
      pressed.current = press
      void read().then((named) => {
        press.named = named
      })
    },
    onDragStart: (event) => {
      if (media !== null) dragOut(event, media, pressed.current.named)
    },
  }
}

/** Drags a library file out of the window; `named` is null while its name is unknown. */
function dragOut(event: DragEvent, media: MediaItem, named: NamedMedia | null): void {
  if (named === null) {
    event.preventDefault()
    return
  }
  if (appState().info.shell === 'electron') {
    event.preventDefault()
    void call('media.startDrag', { ...named, mediaId: media.id })
    return
  }
  const address = new URL(mediaUrl(media.id), window.location.href).href
  event.dataTransfer.setData('DownloadURL', `${media.mime}:${named.name}:${address}`)
  event.dataTransfer.effectAllowed = 'copy'
}
