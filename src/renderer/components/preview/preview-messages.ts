/** Unasked messages after which a frame is removed: a page that floods its surroundings would slow Atelier down. */
export const messagesMax = 300

/** Longest reason and picture taken from a frame, in UTF-16 units. */
const reasonMax = 600
const pictureMax = 2_000_000

const steps = ['ready', 'ready-still', 'refused', 'failed', 'drawn', 'escape', 'alive', 'left', 'pressed'] as const
export type FrameStep = (typeof steps)[number]

/** What a frame says of itself. */
export interface FrameReport {
  readonly step: FrameStep
  /** Why a diagram cannot be drawn, as the library says it. */
  readonly reason: string | null
  /** The drawn diagram as SVG. */
  readonly picture: string | null
}

/** Reads a message of a frame; null when it is none of ours. */
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

/** What stands above the frame, the gravest last. */
const notes = ['refused', 'still', 'failed', 'slow', 'left', 'grabbed', 'flooded'] as const
export type FrameNote = (typeof notes)[number]

/** The graver of two notes. */
export function graverNote(a: FrameNote | null, b: FrameNote): FrameNote {
  return a !== null && notes.indexOf(a) > notes.indexOf(b) ? a : b
}

/** Returns true if the frame is taken away under a note: what it would show is not the preview, or harms. */
export function endsFrame(note: FrameNote | null): boolean {
  return note === 'slow' || note === 'left' || note === 'grabbed' || note === 'flooded'
}
