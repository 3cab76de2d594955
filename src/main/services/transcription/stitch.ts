import type { TranscriptSegment } from '../../../shared/transcript.ts'
import { type HeardPart, type Stretch, sliceOf } from './heard-part.ts'
import type { PartSegment } from './heard-tokens.ts'
import { endBefore, seamBetween } from './seam.ts'

/** Addition of a piece to the transcript of earlier pieces. */
export interface Addition {
  /** Half-heard text at the end of the transcript that is now replaced; usually empty. */
  readonly takeBack: string
  readonly segments: readonly TranscriptSegment[]
}

/**
 * Returns the segments that a piece adds to the transcript of earlier pieces. Pieces overlap: the overlap is split in
 * its middle by word times, or matched by text if there are none.
 */
export function stitched(
  part: HeardPart,
  around: { readonly before: HeardPart | null; readonly after: Stretch | null },
  newId: () => string,
): Addition {
  const { before } = around
  const end = endBefore(part, around.after)
  const seam = before ? seamBetween(before, part) : { start: 0, takeBack: 0 }
  const kept = before ? endBefore(before, part.stretch) : 0
  const floor = before?.tokens[kept - 1 - seam.takeBack]?.to ?? null
  return {
    takeBack: before ? textFrom(before, kept - seam.takeBack, kept) : '',
    segments: sliceOf(part, seam.start, end).map((segment) => ({ id: newId(), ...notBefore(segment, floor) })),
  }
}

function textFrom(part: HeardPart, start: number, end: number): string {
  const [first, last] = [part.tokens[start], part.tokens[end - 1]]
  // a match across two segments is left alone: a repeated word is better than a wrong cut
  if (start >= end || !first || !last || first.segment !== last.segment) return ''
  return part.segments[last.segment]?.text.slice(first.start, last.end) ?? ''
}

/** Moves the start of a segment to the end of the previous one, if it begins earlier. */
function notBefore(segment: PartSegment, floor: number | null): PartSegment {
  if (floor === null || segment.from === null || segment.to === null || segment.from >= floor) return segment
  return { ...segment, from: floor, to: Math.max(floor, segment.to) }
}
