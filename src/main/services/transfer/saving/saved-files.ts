import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { fail } from '../../../../shared/errors.ts'
import type { SavedFile } from '../../../../shared/image.ts'
import type { Exports, Links } from '../../../platform.ts'

/** Maximum number of saved files that can be opened; the oldest are forgotten. */
const rememberedMax = 20

/** Kinds of file that are opened in their program. Any other could be a program, and its folder is opened. */
const readable: ReadonlySet<string> = new Set(['.html', '.pdf', '.md', '.json', '.png', '.zip'])

export interface SavedFilesParts {
  readonly exports: Pick<Exports, 'saveFile'>
  readonly links: Pick<Links, 'openFile' | 'openFolder'>
}

/** Saves files, and opens those that were saved in this run. The page knows tokens, and no paths. */
export class SavedFiles implements Pick<Exports, 'saveFile'> {
  private readonly parts: SavedFilesParts
  private readonly paths = new Map<string, string>()

  constructor(parts: SavedFilesParts) {
    this.parts = parts
  }

  async saveFile(name: string, write: (path: string) => Promise<void>): Promise<SavedFile> {
    let path = ''
    const saved = await this.parts.exports.saveFile(name, async (to) => {
      path = to
      await write(to)
    })
    return saved.by === 'main' && saved.saved ? { ...saved, token: this.remember(path) } : saved
  }

  /** Opens a saved file in its program, or its folder. Throws an AppFailure `not_found` if it was removed. */
  async openSaved(token: string): Promise<void> {
    const { links } = this.parts
    const path = this.paths.get(token)
    const isThere = path !== undefined && (await stat(path).catch(() => null))?.isFile() === true
    if (path === undefined || !isThere) fail('not_found', 'the saved file is not there any more')
    if (readable.has(extname(path).toLowerCase())) await links.openFile(path)
    else await links.openFolder(dirname(path))
  }

  private remember(path: string): string {
    const token = randomUUID()
    this.paths.set(token, path)
    const [oldest] = this.paths.keys()
    if (this.paths.size > rememberedMax && oldest !== undefined) this.paths.delete(oldest)
    return token
  }
}
