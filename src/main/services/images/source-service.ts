import { fail } from '../../../shared/errors.ts'
import type { ImageDraft } from '../../../shared/image.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { MediaItem } from '../../../shared/media.ts'
import { readImportedFile } from '../../media/imported-file.ts'
import type { Imports } from '../../media/imports.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { readPicture } from '../../media/picture.ts'
import { type ConvertedPicture, compressedPicture, refusedFile, toPng } from '../../media/picture-conversion.ts'
import type { Clock } from '../../platform.ts'
import type { ImageDrafts } from '../../storage/image-drafts.ts'
import type { ImageMasks } from '../../storage/image-masks.ts'
import type { SettingsService } from '../app/settings-service.ts'
import { refuseOverBound, sourceBytesMax } from './image-request.ts'

/** Maximum size of a file that is read, in bytes; it may exceed the user's limit now and fit as PNG. */
const fileBytesMax = 100 * 1024 * 1024

export interface SourceServiceParts {
  readonly imports: Imports
  readonly library: MediaLibrary
  readonly masks: ImageMasks
  readonly drafts: ImageDrafts
  readonly settings: SettingsService
  readonly clock: Clock
}

/** Inputs of the studio: sources, their masks, and the draft. */
export class SourceService {
  private readonly parts: SourceServiceParts

  constructor(parts: SourceServiceParts) {
    this.parts = parts
  }

  async prepareSource({ from }: CallInput<'images.prepareSource'>): Promise<MediaItem> {
    const bytes = from.kind === 'file' ? await this.fileOf(from.token) : await this.pictureOf(from.mediaId)
    const bytesMax = sourceBytesMax(this.parts.settings)
    const png = await toPng(bytes).catch(refusedFile)
    if (png.bytes.byteLength <= bytesMax) return await this.added(png)
    // a file that is within the bound as it was chosen stays usable
    refuseOverBound(bytes.byteLength, this.parts.settings)
    const small = await compressedPicture(bytes, bytesMax).catch(() => null)
    return await this.added(small ?? fail('source_too_large', `a PNG of ${png.bytes.byteLength} bytes`))
  }

  mask({ sourceId }: CallInput<'images.mask'>): MediaItem | null {
    const maskId = this.parts.masks.get(sourceId)
    return maskId === null ? null : this.parts.library.findMedia(maskId)
  }

  async saveMask({ sourceId, token }: CallInput<'images.saveMask'>): Promise<MediaItem | null> {
    const { clock, library, masks } = this.parts
    const source = library.findMedia(sourceId) ?? fail('not_found', 'no such source')
    if (token === null) {
      masks.set(sourceId, null, clock.now())
      return null
    }
    const bytes = await this.fileOf(token)
    const picture = readPicture(bytes)
    if (picture?.mime !== 'image/png') return fail('file_refused', 'a mask is a PNG')
    if (picture.width !== source.width || picture.height !== source.height)
      fail('mask_mismatch', `${picture.width}x${picture.height} over ${source.width}x${source.height}`)
    const mask = await this.added(await toPng(bytes).catch(refusedFile))
    masks.set(sourceId, mask.id, clock.now())
    return mask
  }

  /** Returns the last draft, without its source if the library lost it. */
  draft(): ImageDraft | null {
    const draft = this.parts.drafts.get()
    return draft && this.withWhatIsThere(draft)
  }

  saveDraft({ draft }: CallInput<'images.saveDraft'>): null {
    this.parts.drafts.set(this.withWhatIsThere(draft))
    return null
  }

  private async added({ bytes, height, width }: ConvertedPicture): Promise<MediaItem> {
    const mime = readPicture(bytes)?.mime ?? fail('internal', 'a converted picture without a kind')
    return await this.parts.library.addMedia(bytes, { mime, width, height })
  }

  private async fileOf(token: string): Promise<Uint8Array> {
    const bytes = await this.parts.imports.takeFile(token, ({ path }) =>
      readImportedFile(path, fileBytesMax, 'source_too_large'),
    )
    return bytes ?? fail('not_found', 'the file has to be chosen again')
  }

  private async pictureOf(mediaId: string): Promise<Uint8Array> {
    const item = this.parts.library.findMedia(mediaId) ?? fail('not_found', 'no such picture')
    if (item.bytes > fileBytesMax) fail('source_too_large', `${item.bytes} bytes`)
    return await this.parts.library.readMedia(item)
  }

  private withWhatIsThere(draft: ImageDraft): ImageDraft {
    const { library } = this.parts
    if (draft.references !== undefined && draft.references.length > 0)
      return this.withPresentReferences(draft, draft.references)
    if (draft.source === null) return draft
    const media = library.findMedia(draft.source.media.id)
    if (media === null) return { ...draft, source: null }
    const mask = draft.source.mask && library.findMedia(draft.source.mask.id)
    return { ...draft, source: { ...draft.source, media, mask } }
  }

  /** A lost picture leaves the draft; the next one then is the source. */
  private withPresentReferences(draft: ImageDraft, references: NonNullable<ImageDraft['references']>): ImageDraft {
    const present = references.flatMap((one) => {
      const media = this.parts.library.findMedia(one.media.id)
      return media === null ? [] : [{ ...one, media }]
    })
    const { source } = this.withWhatIsThere({ ...draft, references: [] })
    const [first, ...rest] = present
    if (source !== null || first === undefined) return { ...draft, source, references: present }
    const { imageId, ...picture } = first
    return { ...draft, source: { ...picture, sourceImageId: imageId, mask: null }, references: rest }
  }
}
