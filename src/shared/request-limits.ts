// Values that the page needs at run time, apart from the schemas.

/** Maximum number of requests that are stored. */
export const requestsMax = 200

/** Longest text of a sent body that is stored, in UTF-16 units. */
export const sentTextMax = 256_000

/** Longest text of an answer that is stored, in UTF-16 units. */
export const gotTextMax = 512_000

/** Purposes of requests. */
export const requestKinds = ['chat', 'image', 'transcription', 'video'] as const
export type RequestKind = (typeof requestKinds)[number]
