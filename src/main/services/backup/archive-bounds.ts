/** An entry of a ZIP's index; yauzl's `Entry` fits. */
export interface ArchiveEntry {
  readonly fileName: string
  readonly compressedSize: number
  readonly uncompressedSize: number
  /** Start of the entry in the file. */
  readonly relativeOffsetOfLocalHeader: number
}

/** A local header without its name (APPNOTE 4.3.7), in bytes. The name in the index may be encoded otherwise. */
const headerBytes = 30
/** Texts pack to a tenth, databases to a few percent; less was made to fill a disk or a memory. */
const packingMax = 200
/** Below this length it does not matter how well something packs, in bytes. */
const harmlessBytes = 8 * 1024 * 1024
/** The same for all entries together: many harmless ones are not. */
const harmlessTotalBytes = 64 * 1024 * 1024
/** More files than a library has; each costs some 600 bytes of memory. */
export const archiveEntriesMax = 500_000

/**
 * Holds what an archive's index claims against what the archive can hold. `add` every entry, then `end`; each gives why
 * the archive has to be refused, or null. Names must be unique, entries must not share bytes.
 */
export class ArchiveBounds {
  private readonly archiveBytes: number
  private readonly entriesMax: number
  private readonly names = new Set<string>()
  private readonly extents: { readonly from: number; readonly to: number }[] = []
  private total = 0

  constructor(archiveBytes: number, entriesMax: number = archiveEntriesMax) {
    this.archiveBytes = archiveBytes
    this.entriesMax = entriesMax
  }

  /** Bytes that all entries so far unpack to, as the index says. */
  get totalBytes(): number {
    return this.total
  }

  add(entry: ArchiveEntry): string | null {
    const { compressedSize, fileName, relativeOffsetOfLocalHeader: from, uncompressedSize } = entry
    if (this.extents.length >= this.entriesMax) return 'more files than an archive may have'
    // folders hold nothing
    if (!fileName.endsWith('/') && this.names.has(fileName)) return 'two files of one name'
    this.names.add(fileName)
    const to = from + headerBytes + compressedSize
    if (to > this.archiveBytes) return 'a file that is longer than the archive'
    this.extents.push({ from, to })
    this.total += uncompressedSize
    if (isSwollen(uncompressedSize, compressedSize, harmlessBytes)) return 'a file that was made to fill a disk'
    if (isSwollen(this.total, this.archiveBytes, harmlessTotalBytes)) return 'files that were made to fill a disk'
    return null
  }

  /** Call when the index was read to its end. */
  end(): string | null {
    this.extents.sort((one, other) => one.from - other.from)
    let end = 0
    for (const { from, to } of this.extents) {
      if (from < end) return 'files that share their bytes'
      end = to
    }
    return null
  }
}

function isSwollen(bytes: number, packedBytes: number, harmless: number): boolean {
  return bytes > harmless && bytes > packedBytes * packingMax
}
