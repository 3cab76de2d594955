import { fail } from '../../../shared/errors.ts'
import type { ImageRequest } from '../../../shared/image.ts'
import type { GatewayAccess } from '../../gateway/client.ts'
import type { EditFiles } from '../../gateway/images.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { readPicture } from '../../media/picture.ts'
import { pngSize } from '../../media/picture-conversion.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'

export interface ImageRequestParts {
  readonly connections: ConnectionsService
  readonly library: MediaLibrary
  readonly settings: SettingsService
}

/** Refuses a request that could only fail, before a job is created. Throws an AppFailure. */
export function checkRequest(request: ImageRequest, parts: ImageRequestParts): void {
  if (!parts.connections.has(request.connectionId)) fail('no_connection')
  if (request.edit === null) return
  const source = parts.library.findMedia(request.edit.sourceId) ?? fail('not_found', 'no such source')
  refuseOverBound(source.bytes, parts.settings)
  if (request.edit.maskId !== null && !parts.library.findMedia(request.edit.maskId)) fail('not_found', 'no such mask')
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
  if (edit.maskId === null) return { source: source.bytes, mask: null }
  const mask = await readPng(edit.maskId, library)
  if (mask.width !== source.width || mask.height !== source.height)
    fail('mask_mismatch', `${mask.width}x${mask.height} over ${source.width}x${source.height}`)
  return { source: source.bytes, mask: mask.bytes }
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
