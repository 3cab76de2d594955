import { type AppError, fail } from '../../../shared/errors.ts'
import type { FirstPictureField } from '../../../shared/first-picture.ts'
import type { VideoRequest } from '../../../shared/video.ts'
import type { SentPicture } from '../../gateway/videos.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { readPicture } from '../../media/picture.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'

export interface FirstPictureParts {
  readonly connections: Pick<ConnectionsService, 'firstPictures'>
  readonly library: Pick<MediaLibrary, 'findMedia' | 'readMedia'>
  readonly settings: Pick<SettingsService, 'get'>
}

/** Types that `images.prepareSource` makes, and gateways accept. */
const sentTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']

/**
 * Refuses a request whose first picture cannot be sent. Throws an AppFailure: `first_picture_off` when the connection
 * takes none in this way, `not_found`, `source_too_large`.
 */
export function checkFirstPicture(request: VideoRequest, parts: FirstPictureParts): void {
  if (request.firstPicture === undefined) return
  fieldFor(request, parts)
  if ('url' in request.firstPicture) return
  foundPicture(request.firstPicture.mediaId, parts)
}

/** Returns the first picture as it is sent; null for a request without one. Throws as `checkFirstPicture` does. */
export async function sentFirstPicture(request: VideoRequest, parts: FirstPictureParts): Promise<SentPicture | null> {
  if (request.firstPicture === undefined) return null
  const { field } = fieldFor(request, parts)
  if ('url' in request.firstPicture) return { field, value: request.firstPicture.url }
  const bytes = await parts.library.readMedia(foundPicture(request.firstPicture.mediaId, parts))
  const mime = readPicture(bytes)?.mime ?? ''
  if (!sentTypes.includes(mime)) return fail('not_a_picture', 'the first picture is no PNG, JPEG or WebP')
  return { field, value: `data:${mime};base64,${Buffer.from(bytes).toString('base64')}` }
}

/** Returns the failure of a submission; `first_picture_refused` if the gateway refused a request with a first picture. */
export function firstPictureFailure(error: AppError, { firstPicture }: VideoRequest): AppError {
  const isRefusal = error.code === 'bad_request' || error.code === 'too_large'
  return firstPicture !== undefined && isRefusal ? { ...error, code: 'first_picture_refused' } : error
}

function fieldFor({ connectionId, firstPicture }: VideoRequest, { connections }: FirstPictureParts): FirstPictureField {
  const field = connections.firstPictures.fieldOf(connectionId)
  if (field === null) return fail('first_picture_off', 'no field is set for first pictures')
  const isLink = firstPicture !== undefined && 'url' in firstPicture
  return isLink === (field.way === 'link') ? field : fail('first_picture_off', `the setting says ${field.way}`)
}

function foundPicture(mediaId: string, { library, settings }: FirstPictureParts) {
  const media = library.findMedia(mediaId) ?? fail('not_found', 'the first picture is gone')
  const bytesMax = settings.get().imageSourceMegabytes * 1024 * 1024
  if (media.bytes > bytesMax) fail('source_too_large', `${media.bytes} of at most ${bytesMax} bytes`)
  return media
}
