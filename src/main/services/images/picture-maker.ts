import { AppFailure, appError, fail } from '../../../shared/errors.ts'
import type { ImageEdit } from '../../../shared/image.ts'
import type { MediaItem } from '../../../shared/media.ts'
import { mimeKnown, otherType } from '../../../shared/media-types.ts'
import { damagedDetail, kindDetail } from '../../../shared/picture-kinds.ts'
import { failureOf } from '../../faults.ts'
import { fetchResultPicture } from '../../gateway/remote-picture.ts'
import { decide } from '../../gateway/retry-policy.ts'
import { abortable, sleep } from '../../jobs/waiting.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { readPicture } from '../../media/picture.ts'
import { putBackOutside, thumbnailOf, toPng } from '../../media/picture-conversion.ts'
import { pictureKind } from '../../media/picture-kind.ts'
import type { Ports } from '../../platform.ts'
import type { StoredImageJob, StoredPiece } from '../../storage/image-jobs.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { MediaRemover } from '../media/media-remover.ts'

/** How often a link that returns part of a picture is downloaded in total, and the wait between two attempts in ms. */
const cutFetchesMax = 3
const cutWaitMs = 2_000

export interface PictureMakerParts extends Pick<Ports, 'clock' | 'fetch' | 'linkFetch' | 'random'> {
  readonly library: MediaLibrary
  readonly remover: MediaRemover
  readonly connections: Pick<ConnectionsService, 'keyFor'>
}

/** The files of an image. */
export interface MadePicture {
  readonly media: MediaItem
  readonly thumbnail: MediaItem | null
  /** The gateway's original picture, if `media` was merged with its source or converted. */
  readonly raw: MediaItem | null
  /** True if the file ends early or is damaged, so that only part of the picture is visible. */
  readonly isCut: boolean
}

/** Makes an image's files from a piece of an answer: fetches, detects, merges, and makes a thumbnail. */
export class PictureMaker {
  private readonly parts: PictureMakerParts

  constructor(parts: PictureMakerParts) {
    this.parts = parts
  }

  /**
   * Creates the files and passes them to `keep`, which must record their references and returns whether it did. Throws
   * an AppFailure. After a throw or a `false` nothing stays in the library, except a paid picture that cannot be
   * decoded: it goes to `keepFile` unchanged.
   */
  async makeFiles(
    job: StoredImageJob,
    piece: StoredPiece,
    held: Uint8Array | null,
    signal: AbortSignal,
    keep: (made: MadePicture) => boolean,
    keepFile: (file: MediaItem) => void = () => {},
  ): Promise<void> {
    const added: string[] = []
    const holds: (() => void)[] = []
    let kept = false
    const add = async (bytes: Uint8Array, about: Omit<MediaItem, 'id' | 'bytes'>): Promise<MediaItem> => {
      const item = await this.parts.library.addMedia(bytes, about)
      added.push(item.id)
      holds.push(this.parts.remover.hold(item.id))
      return item
    }
    try {
      const { bytes, whole } = await this.wholeOf(job, piece, held, signal)
      const kind = pictureKind(bytes) ?? fail('not_a_picture', `${bytes.byteLength} bytes that are no picture`)
      const picture = readPicture(bytes) ?? { mime: kind.mime, width: null, height: null }
      const seen = whole ?? (kind.use === 'named' ? null : await thumbnailOf(bytes, true))
      if (seen === null) {
        keepFile(await add(bytes, { ...picture, mime: mimeKnown(kind.mime) ? kind.mime : otherType }))
        fail('not_a_picture', kind.use === 'named' ? kindDetail(kind.name) : damagedDetail(kind.name))
      }
      const merged = job.request.edit ? await this.mergedInto(job.request.edit, bytes) : null
      const remade = merged ?? (kind.use === 'converted' ? await toPng(bytes, whole === null) : null)
      signal.throwIfAborted()
      const thumbnail = merged ? await thumbnailOf(merged.bytes) : seen
      const sent = await add(bytes, picture)
      const media = remade
        ? await add(remade.bytes, { mime: 'image/png', width: remade.width, height: remade.height })
        : sent
      const small = thumbnail
        ? await add(thumbnail.bytes, { mime: 'image/webp', width: thumbnail.width, height: thumbnail.height })
        : null
      kept = !signal.aborted && keep({ media, thumbnail: small, raw: remade ? sent : null, isCut: whole === null })
    } catch (cause) {
      if (signal.aborted) throw new AppFailure(appError('cancelled'), { cause })
      throw cause
    } finally {
      for (const release of holds) release()
      if (!kept) await this.parts.remover.removeUnreferenced(added)
    }
  }

  /**
   * Resolves to the file of a piece, with its thumbnail if it can be decoded to its end. A link that gives a part is
   * fetched again, which is free; the longest part counts.
   */
  private async wholeOf(job: StoredImageJob, piece: StoredPiece, held: Uint8Array | null, signal: AbortSignal) {
    let best = held ?? (await this.bytesOf(job, piece, signal))
    for (let fetches = 1; ; fetches += 1) {
      const whole = await thumbnailOf(best)
      const canBeMore = held === null && piece.link !== null && pictureKind(best)?.use !== 'named'
      if (whole !== null || !canBeMore || pictureKind(best) === null || fetches >= cutFetchesMax)
        return { bytes: best, whole }
      await sleep(this.parts.clock, cutWaitMs, signal)
      signal.throwIfAborted()
      const again = await this.bytesOf(job, piece, signal).catch(() => null)
      if (again !== null && again.byteLength >= best.byteLength) best = again
    }
  }

  private async bytesOf(job: StoredImageJob, piece: StoredPiece, signal: AbortSignal): Promise<Uint8Array> {
    if (piece.mediaId !== null && piece.link === null) {
      const item = this.parts.library.findMedia(piece.mediaId) ?? fail('not_found', 'the picture is gone')
      return await this.parts.library.readMedia(item)
    }
    if (piece.link === null) return fail('app_closed', 'the picture went with the app before it could be stored')
    return await this.fetched(piece.link, job, signal)
  }

  /** Fetches a link. This is free, so temporary failures are retried. */
  private async fetched(link: string, job: StoredImageJob, signal: AbortSignal): Promise<Uint8Array> {
    const { clock, connections, fetch, linkFetch, random } = this.parts
    const { gatewayUrl, request } = job
    const apiKey = () => connections.keyFor(request.connectionId, gatewayUrl)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await abortable(fetchResultPicture(link, { fetch, linkFetch, gatewayUrl, apiKey, signal }), signal)
      } catch (cause) {
        signal.throwIfAborted()
        const decision = decide({ kind: 'read', error: failureOf(cause), shown: false, attempt }, random)
        if (decision.action !== 'retry') throw cause
        await sleep(clock, decision.delayMs, signal)
        signal.throwIfAborted()
      }
    }
  }

  /** Merges the result into its source. Resolves to null if it should stay unchanged or cannot be merged. */
  private async mergedInto(edit: ImageEdit, result: Uint8Array) {
    if (!edit.keepOutside || edit.maskId === null) return null
    const { library } = this.parts
    const files = [library.findMedia(edit.sourceId), library.findMedia(edit.maskId)]
    try {
      const [source, mask] = await Promise.all(files.map((file) => file && library.readMedia(file)))
      return source && mask ? await putBackOutside({ result, source, mask }) : null
    } catch {
      // a paid result is kept even if it could not be finished
      return null
    }
  }
}
