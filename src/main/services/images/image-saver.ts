import { randomUUID } from 'node:crypto'
import { type AppError, appError, assertNever } from '../../../shared/errors.ts'
import type { MediaItem } from '../../../shared/media.ts'
import { mimeKnown, otherType } from '../../../shared/media-types.ts'
import { failureOf } from '../../faults.ts'
import type { AnsweredPiece, ImageAnswer } from '../../gateway/image-answer.ts'
import { inTurns } from '../../jobs/waiting.ts'
import type { MediaLibrary } from '../../media/library.ts'
import { readPicture } from '../../media/picture.ts'
import { pictureKind } from '../../media/picture-kind.ts'
import type { Ports } from '../../platform.ts'
import { followedAddress, type StoredImageJob, type StoredPiece } from '../../storage/image-jobs.ts'
import type { Images, StoredImage } from '../../storage/images.ts'
import type { MediaRemover } from '../media/media-remover.ts'
import type { ImageJobStore } from './image-job-store.ts'
import type { MadePicture, PictureMaker } from './picture-maker.ts'

/** Maximum number of pictures of one answer fetched at the same time. */
const fetchesAtOnce = 3

/** A piece with nothing known about it. */
export const blankPiece: StoredPiece = {
  state: 'pending',
  link: null,
  mediaId: null,
  revisedPrompt: null,
  error: null,
  imageId: null,
}

export interface ImageSaverParts extends Pick<Ports, 'events' | 'clock'> {
  readonly store: ImageJobStore
  readonly images: Images
  readonly library: MediaLibrary
  readonly remover: MediaRemover
  readonly maker: PictureMaker
}

/** Stores answers in the gallery: first the paid data with all links, then each picture. */
export class ImageSaver {
  private readonly parts: ImageSaverParts

  constructor(parts: ImageSaverParts) {
    this.parts = parts
  }

  /** Stores an answer: its bytes, then all its pieces in one transaction. Null for a cancelled job. Never rejects. */
  async keepAnswer(
    id: string,
    { pieces, reason }: ImageAnswer,
    type: 'answered' | 'followed' = 'answered',
  ): Promise<StoredImageJob | null> {
    const { store, clock, remover } = this.parts
    const asked = store.findJob(id)?.request.n ?? 0
    const came = pieces.filter(({ kind }) => kind !== 'nothing').length
    const fewer =
      came < asked ? { ...appError('fewer_results', `${came} of ${asked} came`), gatewayMessage: reason } : null
    const added: string[] = []
    const holds: (() => void)[] = []
    const stored: StoredPiece[] = []
    for (const [position, piece] of pieces.entries()) {
      const kept = await this.keptPiece(id, position, piece)
      stored.push(kept)
      if (kept.mediaId === null) continue
      added.push(kept.mediaId)
      holds.push(remover.hold(kept.mediaId))
    }
    const job = store.record(id, { type, at: clock.now(), pieces: stored, fewer })
    for (const release of holds) release()
    if (!job) await remover.removeUnreferenced(added)
    return job
  }

  /** Makes images of all pending pieces, each independently of the others. Never rejects. */
  async savePictures(id: string, signal: AbortSignal): Promise<void> {
    const pieces = this.parts.store.findJob(id)?.pieces ?? []
    const pending = [...pieces.keys()].filter((position) => pieces[position]?.state === 'pending')
    await inTurns(pending, fetchesAtOnce, (position) => this.savePiece(id, position, signal))
  }

  private async keptPiece(id: string, position: number, piece: AnsweredPiece): Promise<StoredPiece> {
    const blank: StoredPiece = { ...blankPiece, revisedPrompt: piece.revisedPrompt }
    const failed = (error: AppError): StoredPiece => ({ ...blank, state: 'failed', error })
    switch (piece.kind) {
      case 'link':
        return { ...blank, link: piece.url }
      case 'bytes': {
        const kind = pictureKind(piece.bytes)
        try {
          const mime = kind !== null && mimeKnown(kind.mime) ? kind.mime : otherType
          const file = readPicture(piece.bytes) ?? { mime, width: null, height: null }
          const { id: mediaId } = await this.parts.library.addMedia(piece.bytes, file)
          if (kind !== null) return { ...blank, mediaId }
          // keep any paid result: the user may know what to do with it
          return {
            ...failed(appError('not_a_picture', `${piece.bytes.byteLength} bytes that are no picture`)),
            mediaId,
          }
        } catch (cause) {
          this.parts.store.holdBytes(id, position, piece.bytes)
          return failed(failureOf(cause))
        }
      }
      case 'nothing':
        return failed(piece.error ?? appError('empty_answer', 'an item without a picture'))
      default:
        return assertNever(piece, 'piece')
    }
  }

  private async savePiece(id: string, position: number, signal: AbortSignal): Promise<void> {
    const { store, clock, events, images, maker, remover } = this.parts
    const job = store.findJob(id)
    const piece = job?.pieces[position]
    if (!job || !piece || signal.aborted || followedAddress(piece) !== null) return
    let file: MediaItem | null = null
    let release: () => void = () => undefined
    const fileId = (): string | null => file?.id ?? null
    try {
      await maker.makeFiles(
        job,
        piece,
        store.heldBytes(id, position),
        signal,
        (made) => {
          const image = imageOf(job, position, made, clock.now())
          const { isCut } = made
          if (isCut && piece.imageId !== null) {
            // the same part once more: the image of the first one is enough
            store.applyEvent(id, { type: 'piece-saved', at: clock.now(), position, imageId: piece.imageId, isCut })
            return false
          }
          const event = { type: 'piece-saved', at: clock.now(), position, imageId: image.id, isCut } as const
          return store.applyEvent(id, event, () => images.insertImage(image)) !== null
        },
        (broken) => {
          file = broken
          release = remover.hold(broken.id)
        },
      )
      events.emit('images.changed', { collections: false })
    } catch (cause) {
      // work interrupted by the end of the app stays pending until the next start
      if (!signal.aborted)
        store.record(id, {
          type: 'piece-failed',
          at: clock.now(),
          position,
          error: failureOf(cause),
          mediaId: fileId(),
        })
    } finally {
      release()
    }
  }
}

function imageOf(job: StoredImageJob, position: number, made: MadePicture, now: number): StoredImage {
  const { request } = job
  return {
    id: randomUUID(),
    jobId: job.id,
    position,
    mediaId: made.media.id,
    thumbnailId: made.thumbnail?.id ?? null,
    rawMediaId: made.raw?.id ?? null,
    sourceImageId: request.edit?.sourceImageId ?? null,
    edited: request.edit !== null,
    model: request.model,
    askedSize: request.size,
    width: made.media.width,
    height: made.media.height,
    favourite: false,
    createdAt: job.answeredAt ?? now,
    deletedAt: null,
    prompt: request.prompt,
    revisedPrompt: job.pieces[position]?.revisedPrompt ?? null,
  }
}
