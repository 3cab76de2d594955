import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '../platform.ts'
import { OwnFiles, uuidName } from '../storage/own-files.ts'

const lifetimeMs = 10 * 60_000

/** Returns the folder of files that leave the app, with a subfolder for each. */
export function ownOutgoing(dataFolder: string): OwnFiles {
  return new OwnFiles(join(dataFolder, 'outgoing'), uuidName)
}

/** Copies that leave the app (downloads, drags), each under its own name, for ten minutes. */
export class Outgoing {
  private readonly own: OwnFiles
  private readonly clock: Clock
  private readonly files = new Map<string, { readonly path: string; readonly forget: () => void }>()

  constructor(dataFolder: string, clock: Clock) {
    this.own = ownOutgoing(dataFolder)
    this.clock = clock
  }

  /** Lets `write` create a file of that name; returns its token and path. */
  async addOutgoing(name: string, write: (path: string) => Promise<void>): Promise<{ token: string; path: string }> {
    const token = randomUUID()
    const path = join(this.own.newFolder(token), name)
    try {
      await write(path)
    } catch (cause) {
      await rm(dirname(path), { recursive: true, force: true })
      throw cause
    }
    const forget = this.clock.after(lifetimeMs, () => {
      this.files.delete(token)
      // a file that cannot be removed now is removed at the next start
      void rm(dirname(path), { recursive: true, force: true }).catch(() => undefined)
    })
    this.files.set(token, { path, forget })
    return { token, path }
  }

  /** Returns the path of a token's file; null for an unknown token. */
  findOutgoing(token: string): string | null {
    return this.files.get(token)?.path ?? null
  }

  /** Removes all copies, also those of earlier runs. Only the process that holds the data folder may call it. */
  clear(): void {
    for (const { forget } of this.files.values()) forget()
    this.files.clear()
    this.own.clear()
  }
}
