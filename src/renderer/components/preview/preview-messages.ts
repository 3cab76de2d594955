/**
 * Number of unsolicited messages after which a frame is removed, because a page that floods its parent would slow
 * Atelier down.
 */
export const messagesMax = 300

/** Longest reason and picture accepted from a frame, in UTF-16 units. */
const reasonMax = 600
const pictureMax = 2_000_000

const steps = ['ready', 'ready-still', 'refused', 'failed', 'drawn', 'escape', 'alive', 'left', 'pressed'] as const
export type FrameStep = (typeof steps)[number]

/** A report that a frame sends about itself. */
export interface FrameReport {
  readonly step: FrameStep
  /** The library's reason why a diagram cannot be drawn. */
  readonly reason: string | null
  /** The drawn diagram as SVG. */
  readonly picture: string | null
}

/** Parses a message of a frame; null for an unknown message. */
export function readFrameMessage(data: unknown): FrameReport | null {
  if (typeof data !== 'object' || data === null || !('preview' in data)) return null
  const step = steps.find((known) => known === data.preview)
  if (step === undefined) return null
  return {
    step,
    reason: 'reason' in data && typeof data.reason === 'string' ? data.reason.slice(0, reasonMax) : null,
    picture:
      'picture' in data && typeof data.picture === 'string' && data.picture.length <= pictureMax ? data.picture : null,
  }
}

/** The notes above the frame, the most severe last. */
const notes = ['refused', 'still', 'failed', 'slow', 'left', 'grabbed', 'flooded'] as const
export type FrameNote = (typeof notes)[number]

/** Returns the more severe of two notes. */
export function graverNote(a: FrameNote | null, b: FrameNote): FrameNote {
  return a !== null && notes.indexOf(a) > notes.indexOf(b) ? a : b
}

/** Returns true if the frame is removed under a note, because its content is not the preview or is harmful. */
export function endsFrame(note: FrameNote | null): boolean {
  return note === 'slow' || note === 'left' || note === 'grabbed' || note === 'flooded'
}
