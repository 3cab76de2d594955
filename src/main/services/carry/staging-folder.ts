import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const mine = /^carry-[0-9a-f-]{36}\.part$/

/** Where files of an import lie until they are put to use: in the library's folder, from where they can be moved into it. */
export class StagingFolder {
  private readonly folder: string

  constructor(dataFolder: string) {
    this.folder = join(dataFolder, 'media', 'incoming')
  }

  /** The path of a file that is not there yet. Throws what the disk refuses. */
  newPath(): string {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    return join(this.folder, `carry-${randomUUID()}.part`)
  }

  /** Removes what an earlier run of the app left. Call before anything is put in. */
  clear(): void {
    if (!existsSync(this.folder)) return
    for (const name of readdirSync(this.folder)) if (mine.test(name)) rmSync(join(this.folder, name), { force: true })
  }
}
