/** An entry of a ZIP's index; yauzl's `Entry` fits. */
export interface ArchiveEntry {
  readonly fileName: string
  readonly compressedSize: number
  readonly uncompressedSize: number
  /** Start of the entry in the file. */
  readonly relativeOffsetOfLocalHeader: number
}

/**
 * Size of a local header without its name (APPNOTE 4.3.7), in bytes; the name may be encoded otherwise than in the
 * index.
 */
const headerBytes = 30
/** Text compresses to a tenth, databases to a few percent; a higher ratio is an attempt to fill the disk or memory. */
const packingMax = 200
/** Below this size, in bytes, the ratio does not matter. */
const harmlessBytes = 8 * 1024 * 1024
/** The same for all entries together, because many harmless entries add up. */
const harmlessTotalBytes = 64 * 1024 * 1024
/** Maximum number of entries, more than a library has files; each costs about 600 bytes of memory. */
export const archiveEntriesMax = 500_000

/**
 * Checks an archive's index against the size of the archive. `addEntry` every entry, then call `endArchive`; each returns
 * a reason to refuse the archive, or null.
 * Names must be unique, and entries must not share bytes.
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

  /** Unpacked size of all entries so far, in bytes, as the index states. */
  get totalBytes(): number {
    return this.total
  }

  addEntry(entry: ArchiveEntry): string | null {
    const { compressedSize, fileName, relativeOffsetOfLocalHeader: from, uncompressedSize } = entry
    if (this.extents.length >= this.entriesMax) return 'more files than an archive may have'
    // folders have no content
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

  /** Call it after reading the whole index. */
  endArchive(): string | null {
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
