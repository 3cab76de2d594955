import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { fail } from '../../../shared/errors.ts'
import type { Arrival } from '../../../shared/ipc/arrival-calls.ts'
import { isAppLink, isTooLong } from '../../../shared/links/app-link.ts'
import type { ImportedFile } from '../../media/imports.ts'
import type { EventSink } from '../../platform.ts'

/** Maximum number of arrivals that wait for a page, and of files remembered; the oldest are dropped first. */
const waitingMax = 50
const filesMax = 500

/**
 * Keeps links and files from the system until a page claims them. They are kept in memory only, because a link may hold
 * a key. Nothing is done with them before a user agrees.
 */
export class Arrivals {
  private readonly events: EventSink
  private readonly register: (file: ImportedFile) => string
  private waiting: readonly Arrival[] = []
  private readonly files = new Map<string, ImportedFile>()

  constructor(parts: { readonly events: EventSink; readonly register: (file: ImportedFile) => string }) {
    this.events = parts.events
    this.register = parts.register
  }

  /** Adds a link. A link of another scheme is ignored. */
  addLink(text: string): void {
    if (isAppLink(text)) this.addArrival({ kind: 'link', text: isTooLong(text) ? null : text })
  }

  /** Adds a file by its absolute path. */
  addFile(path: string): void {
    const id = randomUUID()
    const name = basename(path)
    this.files.set(id, { path, name, temporary: false })
    for (const oldest of this.files.keys()) {
      if (this.files.size <= filesMax) break
      this.files.delete(oldest)
    }
    this.addArrival({ kind: 'file', id, name })
  }

  takeArrivals(): readonly Arrival[] {
    const taken = this.waiting
    this.waiting = []
    return taken
  }

  /** Returns a token for a file that arrived in this run. Throws an AppFailure `not_found`. */
  token(id: string): { readonly token: string } {
    const file = this.files.get(id) ?? fail('not_found', 'no such file')
    return { token: this.register(file) }
  }

  private addArrival(arrival: Arrival): void {
    this.waiting = [...this.waiting, arrival].slice(-waitingMax)
    this.events.emit('arrivals.waiting', {})
  }
}
