import type { MediaLibrary } from '../../media/library.ts'
import type { Log } from '../../platform.ts'
import type { MediaReferences } from '../../storage/media-references.ts'

/** Removes files from the library; the only place that does. Referenced files and files about to be used are kept. */
export class MediaRemover {
  private readonly library: MediaLibrary
  private readonly references: MediaReferences
  private readonly log: Log
  private readonly holds = new Map<string, number>()
  private pauses = 0
  private readonly postponed = new Set<string>()
  private resumed: Promise<number> = Promise.resolve(0)

  constructor(parts: { readonly library: MediaLibrary; readonly references: MediaReferences; readonly log: Log }) {
    this.library = parts.library
    this.references = parts.references
    this.log = parts.log
  }

  /** Keeps a file from removal until something refers to it; returns the undo. */
  hold(id: string): () => void {
    this.holds.set(id, (this.holds.get(id) ?? 0) + 1)
    return () => {
      const left = (this.holds.get(id) ?? 1) - 1
      if (left > 0) this.holds.set(id, left)
      else this.holds.delete(id)
    }
  }

  /** Postpones all removals until the returned undo is called. */
  pause(): () => void {
    this.pauses += 1
    let paused = true
    return () => {
      if (!paused) return
      paused = false
      this.pauses -= 1
      if (this.pauses > 0) return
      const ids = [...this.postponed]
      this.postponed.clear()
      this.resumed = this.removeUnreferenced(ids)
    }
  }

  /** Resolves when the removals postponed by an ended pause are done. */
  async settled(): Promise<void> {
    await this.resumed
  }

  /**
   * Removes the unreferenced ones among these files, with the masks drawn on them. Returns their number. Never rejects.
   */
  async removeUnreferenced(ids: readonly string[], signal?: AbortSignal): Promise<number> {
    let removed = 0
    for (const id of new Set(ids)) {
      if (signal?.aborted) break
      if (this.pauses > 0) {
        this.postponed.add(id)
        continue
      }
      try {
        const mask = this.holds.has(id) ? null : this.references.forgetLoneMask(id)
        if (this.holds.has(id) || this.references.refersTo(id)) continue
        await this.library.removeMedia(id)
        removed += 1
        if (mask !== null) removed += await this.removeUnreferenced([mask], signal)
      } catch (cause) {
        // it stays until the next sweep
        this.log('warn', 'a file could not be removed', { cause: cause instanceof Error ? cause.name : 'unknown' })
      }
    }
    return removed
  }
}
