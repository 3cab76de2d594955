import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Clock } from '../platform.ts'

const lifetimeMs = 10 * 60_000

/** A file that a user chose or dropped. Its path is a capability, so pages only hold a token for it. */
export interface ImportedFile {
  readonly path: string
  readonly name: string
  /** True if the file is our own copy (uploaded bytes); it is then removed when its token is used or expires. */
  readonly temporary: boolean
}

/** Files that people dropped or chose. Each has a one-use token that is valid for ten minutes. */
export class Imports {
  private readonly clock: Clock
  private closed = false
  private readonly files = new Map<string, { readonly file: ImportedFile; readonly cancel: () => void }>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  register(file: ImportedFile): string {
    const token = randomUUID()
    if (this.closed) {
      void discard(file)
      return token
    }
    this.keepFile(token, file)
    return token
  }

  /** Consumes a token: runs `use` on its file, then removes the file if it is our copy. Null for an invalid token. */
  async takeFile<T>(token: string, use: (file: ImportedFile) => Promise<T>): Promise<T | null> {
    const entry = this.files.get(token)
    if (!entry) return null
    this.files.delete(token)
    entry.cancel()
    try {
      return await use(entry.file)
    } finally {
      await discard(entry.file)
    }
  }

  /**
   * Runs `use` on a token's file; the token then stays valid for another ten minutes. Null for an invalid token, or
   * while the file is in use.
   */
  async useFile<T>(token: string, use: (file: ImportedFile) => Promise<T>): Promise<T | null> {
    const entry = this.files.get(token)
    if (!entry) return null
    this.files.delete(token)
    entry.cancel()
    try {
      return await use(entry.file)
    } finally {
      if (this.closed) await discard(entry.file)
      else this.keepFile(token, entry.file)
    }
  }

  /** Drops all tokens and removes our own copies. */
  async close(): Promise<void> {
    this.closed = true
    const entries = [...this.files.values()]
    this.files.clear()
    for (const { cancel } of entries) cancel()
    await Promise.all(entries.map(({ file }) => discard(file)))
  }

  private keepFile(token: string, file: ImportedFile): void {
    const cancel = this.clock.after(lifetimeMs, () => {
      this.files.delete(token)
      void discard(file)
    })
    this.files.set(token, { file, cancel })
  }
}

/** Removes our copy. Never rejects: a file that cannot be removed needs no error, and nobody awaits an expiry. */
async function discard(file: ImportedFile): Promise<void> {
  if (file.temporary) await rm(file.path, { force: true }).catch(() => {})
}
