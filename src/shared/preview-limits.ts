/** Where each shell serves the documents of a preview's frame. */
export const previewBases = { electron: 'preview://frame/', browser: '/preview/' } as const

/**
 * Documents of the frames: one shows pages and pictures, one a diagram; two draw pictures and diagrams for the answer
 * itself.
 */
export type PreviewDocument = 'page' | 'diagram' | 'drawn-picture' | 'drawn-diagram'

/** Longest text that is drawn in an answer, in UTF-16 units. */
export const drawnTextMax = 200_000
/** Longest data URL of a drawing, in UTF-16 units. */
export const drawnUrlMax = 16_000_000

/** Longest text that is shown or saved, in UTF-16 units. */
export const previewTextMax = 2_000_000
