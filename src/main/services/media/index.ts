import { Imports } from '../../media/imports.ts'
import { MediaLibrary } from '../../media/library.ts'
import type { Exports, Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import { MediaItems } from '../../storage/media-items.ts'
import { MediaReferences } from '../../storage/media-references.ts'
import { MediaExport } from './media-export.ts'
import { MediaRemover } from './media-remover.ts'
import { sweepMedia } from './media-sweep.ts'

/** The media feature of main: imports and exports library files, and removes unreferenced ones. */
export interface Media {
  readonly library: MediaLibrary
  readonly imports: Imports
  readonly mediaExport: MediaExport
  readonly remover: MediaRemover
  /** Removes partial files of earlier runs, except those that `isWanted` names. Never rejects. */
  sweep(isWanted: (name: string) => boolean): Promise<void>
}

/** Composes the media services. */
export function createMedia(
  parts: Ports & { readonly dataFolder: string; readonly database: Database; readonly exports: Exports },
): Media {
  const { clock, database, dataFolder, log } = parts
  const library = new MediaLibrary(dataFolder, new MediaItems(database), () => clock.now())
  const references = new MediaReferences(database)
  const remover = new MediaRemover({ library, references, log })
  return {
    library,
    imports: new Imports(clock),
    mediaExport: new MediaExport(library, parts.exports),
    remover,
    sweep: (isWanted) => sweepMedia({ ...parts, references, remover, isWanted }),
  }
}
