import { join } from 'node:path'
import type { NativeImage } from 'electron'
import type { Outgoing } from '../media/outgoing.ts'
import type { Exports } from '../platform.ts'

export interface FileExportParts {
  /** Default folder for saved files. */
  readonly downloads: string
  readonly outgoing: Pick<Outgoing, 'addOutgoing'>
  readonly showSaveDialog: (options: { readonly defaultPath: string }) => Promise<{
    readonly canceled: boolean
    readonly filePath: string
  }>
  /** Starts a drag in the focused window; call it during the page's `dragstart`. */
  readonly startDrag: (path: string) => void
}

/** Saves files through the system's dialog, and drags files out of the window. */
export function createFileExports(parts: FileExportParts): Exports {
  return {
    async saveFile(name, write) {
      const { canceled, filePath } = await parts.showSaveDialog({ defaultPath: join(parts.downloads, name) })
      if (canceled || filePath === '') return { by: 'main', saved: false }
      await write(filePath)
      return { by: 'main', saved: true }
    },
    async drag(name, write) {
      // the other program receives the file by path, so the file needs its final name
      const { path } = await parts.outgoing.addOutgoing(name, write)
      parts.startDrag(path)
    },
  }
}

/** Returns the drag image: the picture itself, scaled down, or the app's icon if Electron cannot read it. */
export function dragIcon<Image extends Pick<NativeImage, 'isEmpty'> & { resize(options: { width: number }): Image }>(
  images: { createFromPath(path: string): Image },
  file: string,
  fallback: string,
): Image {
  const picture = images.createFromPath(file)
  // Electron refuses a drag without an icon
  return (picture.isEmpty() ? images.createFromPath(fallback) : picture).resize({ width: 96 })
}
