import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ownOutgoing } from '../../../media/outgoing.ts'
import { DocxMaker } from '../../documents/word/docx-maker.ts'
import type { DocxBlock } from '../../documents/word/docx-messages.ts'

/** Makes Word documents in a thread, through temporary files. */
export class WordFiles {
  private readonly dataFolder: string
  private readonly maker = new DocxMaker()
  private readonly ending = new AbortController()

  constructor(dataFolder: string) {
    this.dataFolder = dataFolder
  }

  /** Resolves to the bytes of a document. Throws `cancelled` after `close`, and `internal` beyond the bounds. */
  async wordFile(title: string, blocks: readonly DocxBlock[]): Promise<Uint8Array> {
    const folder = ownOutgoing(this.dataFolder).newFolder(randomUUID())
    try {
      const to = join(folder, 'transcript.docx')
      await this.maker.writeDocument({ to, title, blocks }, this.ending.signal)
      return await readFile(to)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async close(): Promise<void> {
    this.ending.abort()
    await this.maker.close()
  }
}
