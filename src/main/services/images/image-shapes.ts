import type { ImageJob } from '../../../shared/image.ts'
import type { StoredImageJob } from '../../storage/image-jobs.ts'

/** Pictures that pages are told of: no answer has as many since they are bounded by what was asked for. */
const outcomesMax = 100

/** A job as pages see it. `isHeld` tells whether a piece's bytes are at hand although the disk did not take them. */
export function jobShape(job: StoredImageJob, isHeld: (position: number) => boolean): ImageJob {
  const again = new Set(fetchablePositions(job, isHeld))
  return {
    id: job.id,
    request: job.request,
    status: job.status,
    error: job.error,
    attempts: job.attempts,
    createdAt: job.createdAt,
    sentAt: job.sentAt,
    retryAt: job.retryAt,
    endedAt: job.endedAt,
    outcomes: job.pieces.slice(0, outcomesMax).map(({ state, imageId, error, link, mediaId }, position) => ({
      state,
      imageId,
      error,
      canRefetch: again.has(position),
      link: state === 'failed' ? link : null,
      fileId: state === 'failed' && error?.code === 'not_a_picture' ? mediaId : null,
    })),
  }
}

/** The pieces of a job that could not be stored and can still be had. */
export function fetchablePositions(
  job: Pick<StoredImageJob, 'pieces'>,
  isHeld: (position: number) => boolean,
): readonly number[] {
  return job.pieces.flatMap((piece, position) =>
    piece.state === 'failed' && (piece.link !== null || isUsable(piece) || isHeld(position)) ? [position] : [],
  )
}

/** Whether a piece's file is a picture, as far as anybody knows. */
function isUsable({ mediaId, error }: StoredImageJob['pieces'][number]): boolean {
  return mediaId !== null && error?.code !== 'not_a_picture'
}
