import type { ImageJob } from '../../../shared/image.ts'
import { followedAddress, type StoredImageJob } from '../../storage/image-jobs.ts'
import { isCutPiece } from './image-job-machine.ts'

/** Maximum number of pictures listed for a job; answers are bounded by the requested number. */
const outcomesMax = 100

/**
 * Returns a job in the form that pages receive. `isHeld` returns whether refused bytes of a piece are still in memory.
 */
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
    outcomes: job.pieces.slice(0, outcomesMax).map((piece, position) => {
      const { state, imageId, error, link, mediaId } = piece
      const goesOn = followedAddress(piece) !== null
      return {
        state,
        imageId,
        error,
        canRefetch: again.has(position),
        link: state === 'failed' && !goesOn ? link : null,
        fileId: state === 'failed' && error?.code === 'not_a_picture' ? mediaId : null,
        ...(goesOn && state === 'pending' ? { goesOn } : {}),
      }
    }),
  }
}

/** Returns the positions of pieces that failed to be stored but can be fetched again. */
export function fetchablePositions(
  job: Pick<StoredImageJob, 'pieces'>,
  isHeld: (position: number) => boolean,
): readonly number[] {
  return job.pieces.flatMap((piece, position) =>
    isCutPiece(piece) || (piece.state === 'failed' && (piece.link !== null || isUsable(piece) || isHeld(position)))
      ? [position]
      : [],
  )
}

/** Returns true if a piece's file is a picture, as far as known. */
function isUsable({ mediaId, error }: StoredImageJob['pieces'][number]): boolean {
  return mediaId !== null && error?.code !== 'not_a_picture'
}
