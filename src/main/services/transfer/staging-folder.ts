import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Owner of the files: main (`carry`), or the reader's thread (`carry-read`), which may be terminated at any time.
 * The names are those of earlier versions, whose files are still cleared.
 */
export type StagingOwner = 'carry' | 'carry-read'

const ours = /^(carry|carry-read)-[0-9a-f-]{36}\.part$/

/** Staging area for files of an import, inside the library's folder, so that they can be moved into it. */
export class StagingFolder {
  private readonly folder: string
  private readonly owner: StagingOwner

  constructor(dataFolder: string, owner: StagingOwner = 'carry') {
    this.owner = owner
    this.folder = join(dataFolder, 'media', 'incoming')
  }

  /** Returns a path for a new file. Throws the disk's error. */
  newPath(): string {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    return join(this.folder, `${this.owner}-${randomUUID()}.part`)
  }

  /** Removes files of an earlier run or a terminated thread. Call it while none of the owner's files is in use. */
  clear(): void {
    if (!existsSync(this.folder)) return
    for (const name of readdirSync(this.folder))
      if (ours.exec(name)?.[1] === this.owner) rmSync(join(this.folder, name), { force: true })
  }
}
