/**
 * Work of deriving a key from a passphrase with scrypt: OWASP's parameters for interactive use (Password Storage Cheat
 * Sheet). 128 MiB, well under a second. A file names its own in its header.
 */
export const sealingWork = { cost: 2 ** 17, blockSize: 8, parallelization: 1 } as const
