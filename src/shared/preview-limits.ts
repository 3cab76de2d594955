/** Where each shell serves the documents of a preview's frame. */
export const previewBases = { electron: 'preview://frame/', browser: '/preview/' } as const

/** Documents of the frame: one shows pages and pictures, one draws diagrams. */
export type PreviewDocument = 'page' | 'diagram'

/** Longest text that is shown or saved, in UTF-16 units. */
export const previewTextMax = 2_000_000
