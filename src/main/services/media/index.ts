import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { mediaCalls } from '../../../shared/ipc/media-calls.ts'
import { Imports } from '../../media/imports.ts'
import { MediaLibrary } from '../../media/library.ts'
import type { Exports, Links, Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import { MediaItems } from '../../storage/media-items.ts'
import { MediaReferences } from '../../storage/media-references.ts'
import { MediaExport } from './media-export.ts'
import { mediaHandlers } from './media-handlers.ts'
import { MediaRemover } from './media-remover.ts'
import { sweepMedia } from './media-sweep.ts'

/** The media feature of main: imports and exports library files, and removes unreferenced ones. */
export interface Media {
  readonly handlers: HandlersOf<typeof mediaCalls>
  readonly library: MediaLibrary
  readonly imports: Imports
  readonly mediaExport: MediaExport
  readonly remover: MediaRemover
  /** Removes partial files of earlier runs, except those that `isWanted` names. Never rejects. */
  sweep(isWanted: (name: string) => boolean): Promise<void>
}

/** Composes the media services. */
export function createMedia(
  parts: Ports & {
    readonly dataFolder: string
    readonly database: Database
    readonly exports: Exports
    readonly links: Pick<Links, 'showFile'>
    readonly agedNow?: () => number
    /** Returns true if an origin is one of the user's gateways. */
    readonly trusts: (origin: string) => boolean
  },
): Media {
  const { clock, database, dataFolder, log } = parts
  const library = new MediaLibrary(dataFolder, new MediaItems(database), () => clock.now())
  const references = new MediaReferences(database)
  const remover = new MediaRemover({ library, references, log })
  const imports = new Imports(clock)
  const mediaExport = new MediaExport(library, parts.exports)
  return {
    handlers: mediaHandlers({ ...parts, imports, library, mediaExport, showFile: parts.links.showFile }),
    library,
    imports,
    mediaExport,
    remover,
    sweep: (isWanted) => sweepMedia({ ...parts, references, remover, isWanted }),
  }
}
