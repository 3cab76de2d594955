import { createWriteStream, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fail } from '../../../../shared/errors.ts'
import { freeBytes } from '../../../storage/free-bytes.ts'
import type { StagingFolder } from '../staging-folder.ts'
import { contentOf, type SourceFile } from './import-source.ts'

/** Copies of an import's files on the disk, for readers that go back and forth in one. Closing it deletes them. */
export class StagedCopies {
  private readonly folder: StagingFolder
  private readonly signal: AbortSignal
  private readonly paths = new Map<SourceFile, string>()

  constructor(folder: StagingFolder, signal: AbortSignal) {
    this.folder = folder
    this.signal = signal
  }

  /** Resolves to the path of a copy. Throws an AppFailure `storage_full` if there is no room, or the disk's error. */
  async copy(file: SourceFile): Promise<string> {
    const known = this.paths.get(file)
    if (known !== undefined) return known
    const path = this.folder.newPath()
    this.paths.set(file, path)
    if (file.bytes > (await freeBytes(dirname(path)))) fail('storage_full', 'a file that is larger than the free space')
    await pipeline(contentOf(file, this.signal), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return path
  }

  close(): void {
    for (const path of this.paths.values()) rmSync(path, { force: true })
    this.paths.clear()
  }
}
