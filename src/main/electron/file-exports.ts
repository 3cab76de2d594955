import { join } from 'node:path'
import type { NativeImage } from 'electron'
import type { Outgoing } from '../media/outgoing.ts'
import type { Exports } from '../platform.ts'

export interface FileExportParts {
  /** Default folder for saved files. */
  readonly downloads: string
  readonly outgoing: Pick<Outgoing, 'add'>
  readonly showSaveDialog: (options: { readonly defaultPath: string }) => Promise<{
    readonly canceled: boolean
    readonly filePath: string
  }>
  /** Begins a drag in the window that has the focus; must be told while the page is in its `dragstart`. */
  readonly startDrag: (path: string) => void
}

/** Saves by the system's own dialog, and drags files out of the window. */
export function createFileExports(parts: FileExportParts): Exports {
  return {
    async save(name, write) {
      const { canceled, filePath } = await parts.showSaveDialog({ defaultPath: join(parts.downloads, name) })
      if (canceled || filePath === '') return { by: 'main', saved: false }
      await write(filePath)
      return { by: 'main', saved: true }
    },
    async drag(name, write) {
      // the other program takes the file by its path, so it needs its real name there
      const { path } = await parts.outgoing.add(name, write)
      parts.startDrag(path)
    },
  }
}

/** Drag image: the picture itself, small, or the app's icon where Electron cannot read it. */
export function dragIcon<Image extends Pick<NativeImage, 'isEmpty'> & { resize(options: { width: number }): Image }>(
  images: { createFromPath(path: string): Image },
  file: string,
  fallback: string,
): Image {
  const picture = images.createFromPath(file)
  // Electron refuses a drag without an icon
  return (picture.isEmpty() ? images.createFromPath(fallback) : picture).resize({ width: 96 })
}
