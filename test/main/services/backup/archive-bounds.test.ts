import { describe, expect, test } from 'vitest'
import { ArchiveBounds, type ArchiveEntry } from '../../../../src/main/services/backup/archive-bounds.ts'

const mb = 1024 * 1024

function refusal(entries: readonly ArchiveEntry[], archiveBytes: number, entriesMax?: number): string | null {
  const bounds = new ArchiveBounds(archiveBytes, entriesMax)
  for (const entry of entries) {
    const refused = bounds.addEntry(entry)
    if (refused !== null) return refused
  }
  return bounds.endArchive()
}

/** Consecutive entries of equal size. */
function rows(count: number, compressedSize: number, uncompressedSize: number): ArchiveEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    fileName: `f${index}`,
    compressedSize,
    uncompressedSize,
    relativeOffsetOfLocalHeader: index * (compressedSize + 30),
  }))
}

describe('the index of an archive', () => {
  test('an archive is accepted whose files are adjacent, in any order', () => {
    expect(refusal(rows(20, 1000, 9000).reverse(), 40_000)).toBeNull()
    expect(refusal([], 22)).toBeNull()
  })

  test('an archive is accepted with the same folder twice', () => {
    const [one, other] = rows(2, 0, 0)
    if (!one || !other) throw new Error('two rows')
    expect(
      refusal(
        [
          { ...one, fileName: 'a/' },
          { ...other, fileName: 'a/' },
        ],
        100,
      ),
    ).toBeNull()
  })

  test('an archive is refused if two files share bytes', () => {
    const [one, other] = rows(2, 1000, 1000)
    if (!one || !other) throw new Error('two rows')
    expect(refusal([one, { ...other, relativeOffsetOfLocalHeader: 0 }], 5000)).toMatch(/share/)
    expect(refusal([{ ...other, relativeOffsetOfLocalHeader: 1029 }, one], 5000)).toMatch(/share/)
  })

  test('an archive is refused if two files have one name', () => {
    expect(
      refusal(
        rows(2, 10, 10).map((row) => ({ ...row, fileName: 'a' })),
        1000,
      ),
    ).toMatch(/one name/)
  })

  test('an archive is refused if a file ends after the archive', () => {
    expect(refusal(rows(1, 1000, 1000), 1029)).toMatch(/longer/)
  })

  test('an archive is refused if its files decompress to far more than their size', () => {
    expect(refusal(rows(1, 1000, 8 * mb + 1), 2000)).toMatch(/fill a disk/)
    // each is harmless alone
    expect(refusal(rows(8, 1000, 8 * mb), 9000)).toBeNull()
    expect(refusal(rows(9, 1000, 8 * mb), 10_000)).toMatch(/fill a disk/)
  })

  test('an archive is refused with too many files, including folders', () => {
    expect(refusal(rows(4, 1, 1), 1000, 3)).toMatch(/more files/)
    expect(
      refusal(
        rows(4, 0, 0).map((row) => ({ ...row, fileName: 'a/' })),
        1000,
        3,
      ),
    ).toMatch(/more files/)
  })
})
