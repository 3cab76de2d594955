/** See `own-node.mjs`. */
export function nodeProgram(): string

/** See `own-node.mjs`. */
export const shellFlags: readonly string[]
