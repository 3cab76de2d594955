import { fail } from '../../../shared/errors.ts'
import type { ImageChange, ImageEdit, ImageRequest } from '../../../shared/image.ts'
import { otherPictureField, pictureBytesPerEditMax } from '../../../shared/image-kinds.ts'
import type { GatewayAccess } from '../../gateway/client.ts'
import type { EditFiles } from '../../gateway/images.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { readPicture } from '../../media/picture.ts'
import { pngSize } from '../../media/picture-conversion.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { ImageModelMemory } from './image-model-memory.ts'

export interface ImageRequestParts {
  readonly connections: ConnectionsService
  readonly library: MediaLibrary
  readonly settings: SettingsService
}

/** Refuses a request that could only fail, before a job is created. Throws an AppFailure. */
export function checkRequest(request: ImageRequest, parts: ImageRequestParts): void {
  if (!parts.connections.has(request.connectionId)) fail('no_connection')
  if (request.edit === null) return
  const pictures = pictureIds(request.edit).map(
    (id) => parts.library.findMedia(id) ?? fail('not_found', 'no such source'),
  )
  for (const { bytes } of pictures) refuseOverBound(bytes, parts.settings)
  const together = pictures.reduce((sum, { bytes }) => sum + bytes, 0)
  // one picture has the user's limit alone
  if (pictures.length > 1 && together > pictureBytesPerEditMax)
    fail('sources_too_large', `${together} of at most ${pictureBytesPerEditMax} bytes`)
  if (request.edit.maskId !== null && !parts.library.findMedia(request.edit.maskId)) fail('not_found', 'no such mask')
}

/** Returns the ids of the pictures of an edit, in the order in which they are sent. */
function pictureIds({ references = [], sourceId }: ImageEdit): readonly string[] {
  return [sourceId, ...references.map(({ mediaId }) => mediaId)]
}

/** Returns a request with the form field for its pictures, so that its row says how it is sent. */
export function fielded(request: ImageRequest, memory: Pick<ImageModelMemory, 'fieldFor'>): ImageRequest {
  const { edit } = request
  if (edit === null || (edit.references ?? []).length === 0) return request
  return { ...request, edit: { ...edit, pictureField: edit.pictureField ?? memory.fieldFor(request) } }
}

/** Returns the request that is sent instead of a refused one. */
export function changedRequest(request: ImageRequest, change: ImageChange | undefined): ImageRequest {
  const { edit } = request
  if (change === 'withoutSpecial') return { ...request, background: null, format: null }
  if (edit === null || change === undefined) return request
  const { pictureField: _, references: __, ...first } = edit
  if (change === 'firstPicture') return { ...request, edit: first }
  return { ...request, edit: { ...edit, pictureField: otherPictureField(request) } }
}

/** Returns the largest source that the setting allows, in bytes. */
export function sourceBytesMax(settings: SettingsService): number {
  return settings.get().imageSourceMegabytes * 1024 * 1024
}

/** Refuses a source larger than the setting allows. Throws an AppFailure `source_too_large`. */
export function refuseOverBound(bytes: number, settings: SettingsService): void {
  const bytesMax = sourceBytesMax(settings)
  if (bytes > bytesMax) fail('source_too_large', `${bytes} of at most ${bytesMax} bytes`)
}

/** Inputs of an attempt: its target and its files. */
export interface PreparedRequest {
  readonly access: GatewayAccess
  readonly files: EditFiles | null
  /** The request as it is sent: with the connection's picture delivery, unless it has its own. */
  readonly request: ImageRequest
}

/** Reads everything an attempt needs, before it counts as one. Throws an AppFailure. */
export async function prepareRequest(request: ImageRequest, parts: ImageRequestParts): Promise<PreparedRequest> {
  const access = await parts.connections.access(request.connectionId)
  if (request.edit !== null) return { access, files: await editFiles(request.edit, parts.library), request }
  const responseFormat = request.responseFormat ?? parts.connections.pictures.deliveryOf(request.connectionId)
  return { access, files: null, request: { ...request, responseFormat } }
}

async function editFiles(edit: NonNullable<ImageRequest['edit']>, library: MediaLibrary): Promise<EditFiles> {
  const source = await readSource(edit.sourceId, library)
  const files = { source: source.bytes, others: await others(edit, library), field: edit.pictureField ?? 'image[]' }
  if (edit.maskId === null) return { ...files, mask: null }
  const mask = await readPng(edit.maskId, library)
  if (mask.width !== source.width || mask.height !== source.height)
    fail('mask_mismatch', `${mask.width}x${mask.height} over ${source.width}x${source.height}`)
  return { ...files, mask: mask.bytes }
}

async function others({ references = [] }: ImageEdit, library: MediaLibrary): Promise<readonly Uint8Array[]> {
  const read: Uint8Array[] = []
  // one by one, because each file is in memory twice while it is checked
  for (const { mediaId } of references) read.push((await readSource(mediaId, library)).bytes)
  return read
}

/** Types that the edits endpoint accepts. */
const sourceTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']

async function readSource(id: string, library: MediaLibrary) {
  const bytes = await readFile(id, library)
  const picture = readPicture(bytes)
  if (picture === null || !sourceTypes.includes(picture.mime))
    return fail('not_a_picture', 'the source is no PNG, JPEG or WebP')
  return { bytes, width: picture.width, height: picture.height }
}

async function readFile(id: string, library: MediaLibrary): Promise<Uint8Array> {
  return await library.readMedia(library.findMedia(id) ?? fail('not_found', 'a file of the edit is gone'))
}

async function readPng(id: string, library: MediaLibrary) {
  const bytes = await readFile(id, library)
  const size = pngSize(bytes) ?? fail('not_a_picture', 'a file of the edit is no PNG')
  return { bytes, ...size }
}
