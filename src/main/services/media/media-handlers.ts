import { fail } from '../../../shared/errors.ts'
import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { mediaCalls } from '../../../shared/ipc/media-calls.ts'
import { type MediaItem, pictureBytesMax } from '../../../shared/media.ts'
import { fetchRemotePicture } from '../../gateway/remote-picture.ts'
import { readImportedFile } from '../../media/imported-file.ts'
import type { Imports } from '../../media/imports.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { refusedFile, sendablePicture } from '../../media/picture-conversion.ts'
import type { Links, Ports } from '../../platform.ts'
import { safeFileName } from '../../security/file-name.ts'
import type { MediaExport } from './media-export.ts'

export interface MediaHandlerParts extends Pick<Ports, 'ending' | 'fetch' | 'linkFetch'> {
  readonly library: MediaLibrary
  readonly imports: Imports
  readonly mediaExport: MediaExport
  readonly showFile: Links['showFile']
  /** Returns true if an origin is one of the user's gateways. */
  readonly trusts: (origin: string) => boolean
}

/** Handlers of the calls about files of the library. */
export function mediaHandlers(parts: MediaHandlerParts): HandlersOf<typeof mediaCalls> {
  const { imports, library, mediaExport } = parts
  const addPicture = async (bytes: Uint8Array): Promise<MediaItem> => {
    const { bytes: sendable, ...about } = await sendablePicture(bytes).catch(refusedFile)
    if (sendable.byteLength > pictureBytesMax) fail('file_refused', 'too large as a PNG')
    return await library.addMedia(sendable, about)
  }
  return {
    'media.addPicture': async ({ token }) => {
      const added = await imports.takeFile(token, async ({ path }) => {
        return await addPicture(await readImportedFile(path, pictureBytesMax))
      })
      return added ?? fail('not_found', 'the file has to be chosen again')
    },

    'media.addRemotePicture': async ({ url }) => {
      const bytes = await fetchRemotePicture(url, {
        fetch: parts.fetch,
        linkFetch: parts.linkFetch,
        trusts: (address) => parts.trusts(address.origin),
        bytesMax: pictureBytesMax,
        timeoutMs: 30_000,
        signal: parts.ending,
      })
      return await addPicture(bytes)
    },

    'media.present': async ({ mediaId }) => {
      const item = library.findMedia(mediaId)
      const path = item === null ? null : await library.fileOf(item).catch(() => null)
      return { present: path !== null }
    },
    'media.save': (input) => mediaExport.saveMedia(input),
    'media.saveArchive': ({ items, name }) => mediaExport.saveArchive(items, name),
    'media.saveText': ({ extension, name, text }) =>
      mediaExport.saveContents([{ name: safeFileName(name, extension), content: () => text }], name),
    'media.showFile': async ({ mediaId }) => {
      const item = library.findMedia(mediaId) ?? fail('not_found', 'no such file')
      const path = await library.fileOf(item)
      if (parts.showFile === null) fail('not_found', 'this shell shows no files')
      parts.showFile(path)
      return null
    },
    'media.startDrag': async (input) => {
      await mediaExport.startDrag(input)
      return null
    },
  }
}
