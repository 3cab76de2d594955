import { type UnzipFileInfo, unzipSync } from 'fflate'
import type { FileProblem } from '../../../shared/attached-file-limits.ts'

/** Most files in a document, and what all of them may come to, in bytes. */
const entriesMax = 20_000
const unpackedMax = 256 * 1024 ** 2

/** Names of the files in an archive. Refuses by the sizes that it declares, before anything is unpacked. */
export function zipNames(bytes: Uint8Array): readonly string[] | FileProblem {
  const names: string[] = []
  let total = 0
  const unpacked = unpack(bytes, ({ name, originalSize }) => {
    names.push(name)
    total += originalSize
    return false
  })
  if (typeof unpacked === 'string') return unpacked
  return names.length > entriesMax || total > unpackedMax ? 'too_large' : names
}

/**
 * One file of an archive that `zipNames` accepted; null where it is missing. A file that is longer than declared is
 * damaged: no more than its declared size is ever unpacked.
 */
export function zipPart(bytes: Uint8Array, wanted: string): Uint8Array | null | FileProblem {
  const parts = zipParts(bytes, new Set([wanted]))
  return typeof parts === 'string' ? parts : (parts.get(wanted) ?? null)
}

/** Several files of such an archive, unpacked in one go. Those that are missing are left out. */
export function zipParts(
  bytes: Uint8Array,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, Uint8Array> | FileProblem {
  const unpacked = unpack(bytes, ({ name }) => wanted.has(name))
  return typeof unpacked === 'string' ? unpacked : new Map(Object.entries(unpacked))
}

function unpack(bytes: Uint8Array, filter: (file: UnzipFileInfo) => boolean): Record<string, Uint8Array> | FileProblem {
  try {
    return unzipSync(bytes, { filter })
  } catch {
    return 'damaged'
  }
}
