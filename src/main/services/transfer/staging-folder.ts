import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whose files they are: main's, or those of the thread that reads, which may be ended at any moment. The names are those
 * that earlier versions gave, whose files are still cleared.
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

  /** The path of a file that is not there yet. Throws what the disk refuses. */
  newPath(): string {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    return join(this.folder, `${this.owner}-${randomUUID()}.part`)
  }

  /** Removes what an earlier run of the app, or a thread that was ended, left. Call while nothing of the owner's is in use. */
  clear(): void {
    if (!existsSync(this.folder)) return
    for (const name of readdirSync(this.folder))
      if (ours.exec(name)?.[1] === this.owner) rmSync(join(this.folder, name), { force: true })
  }
}
