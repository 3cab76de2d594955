import { fail } from '../../../shared/errors.ts'
import { chunkerVersion } from '../../../shared/passages/chunker.ts'
import { KnowledgeIndex } from '../../storage/knowledge-index.ts'
import { openKnowledge } from '../../storage/knowledge-schema.ts'

/** Main's own connection to the read texts, for look-ups by id. Opened, and the file created, when first needed. */
export class KnowledgeFile {
  readonly path: string
  private closed = false
  private opened: { readonly index: KnowledgeIndex; readonly close: () => void } | null = null

  constructor(path: string) {
    this.path = path
  }

  /**
   * Returns the index. Throws an AppFailure `app_closed` after `close`: an empty answer would mean that everything was
   * removed.
   */
  index(): KnowledgeIndex {
    if (this.closed) fail('app_closed')
    if (this.opened === null) {
      const database = openKnowledge(this.path, chunkerVersion)
      this.opened = { index: new KnowledgeIndex(database), close: () => database.close() }
    }
    return this.opened.index
  }

  close(): void {
    this.closed = true
    this.opened?.close()
    this.opened = null
  }
}
