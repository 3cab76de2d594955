import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Clock } from '../platform.ts'

const lifetimeMs = 10 * 60_000

/** A file that a person handed to the app; a path is a capability, so pages only ever hold a token for it. */
export interface ImportedFile {
  readonly path: string
  readonly name: string
  /** Whether the file is ours (uploaded bytes) and is removed when its token is used or expires. */
  readonly temporary: boolean
}

/** Files that people dropped or chose, each behind a token that names it once, for ten minutes. */
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
    this.keep(token, file)
    return token
  }

  /** Uses a token up: runs `use` on its file, then removes the file if it is ours. Null for a token that names nothing. */
  async take<T>(token: string, use: (file: ImportedFile) => Promise<T>): Promise<T | null> {
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
   * Runs `use` on the file of a token, which stays good for ten minutes from its end on. Null for a token that names
   * nothing, also while it is being looked at already.
   */
  async look<T>(token: string, use: (file: ImportedFile) => Promise<T>): Promise<T | null> {
    const entry = this.files.get(token)
    if (!entry) return null
    this.files.delete(token)
    entry.cancel()
    try {
      return await use(entry.file)
    } finally {
      if (this.closed) await discard(entry.file)
      else this.keep(token, entry.file)
    }
  }

  /** Forgets all tokens and removes the files that are ours. */
  async close(): Promise<void> {
    this.closed = true
    const entries = [...this.files.values()]
    this.files.clear()
    for (const { cancel } of entries) cancel()
    await Promise.all(entries.map(({ file }) => discard(file)))
  }

  private keep(token: string, file: ImportedFile): void {
    const cancel = this.clock.after(lifetimeMs, () => {
      this.files.delete(token)
      void discard(file)
    })
    this.files.set(token, { file, cancel })
  }
}

/** Never rejects: a file that cannot be removed is not worth an error, and nobody waits for the one that expires. */
async function discard(file: ImportedFile): Promise<void> {
  if (file.temporary) await rm(file.path, { force: true }).catch(() => {})
}
