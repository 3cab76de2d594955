/** See `memory-disk.mjs`. */
export function keepFoldersInMemory(): void
