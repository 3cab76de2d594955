import { writeFile } from 'node:fs/promises'
import { fail } from '../../../shared/errors.ts'
import type { SavedFile } from '../../../shared/image.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { includedId, promptsMax } from '../../../shared/prompt-limits.ts'
import type { PromptLibrary } from '../../../shared/prompts.ts'
import type { Imports } from '../../media/imports.ts'
import type { Clock, Exports, Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { Prompts } from '../../storage/prompts.ts'
import { written } from '../media/written-file.ts'
import { readLibraryFile } from './library-file.ts'
import { promptFile, readPromptFile } from './prompt-file.ts'

export interface PromptsParts extends Pick<Ports, 'events'> {
  readonly clock: Pick<Clock, 'now'>
  readonly database: Database
  readonly prompts: Prompts
  readonly imports: Pick<Imports, 'takeFile'>
  readonly exports: Pick<Exports, 'saveFile'>
}

/** The library of prompts. */
export class PromptsService {
  private readonly parts: PromptsParts

  constructor(parts: PromptsParts) {
    this.parts = parts
  }

  listPrompts(): PromptLibrary {
    return this.parts.prompts.library()
  }

  putPrompts({ prompts }: CallInput<'prompts.put'>): null {
    const { clock, database, prompts: table } = this.parts
    database.transaction(() => {
      table.putPrompts(prompts, clock.now())
      if (table.count > promptsMax) fail('invalid_input', `more than ${promptsMax} prompts`)
    })
    return this.emitPromptsChanged()
  }

  removePrompt({ id }: CallInput<'prompts.remove'>): null {
    if (includedId.test(id)) this.parts.prompts.hide(id, this.parts.clock.now())
    else this.parts.prompts.removePrompt(id)
    return this.emitPromptsChanged()
  }

  showIncluded({ id }: CallInput<'prompts.showIncluded'>): null {
    this.parts.prompts.showHidden(id ?? null)
    return this.emitPromptsChanged()
  }

  async export({ prompts }: CallInput<'prompts.export'>): Promise<SavedFile> {
    return await this.parts.exports.saveFile('Atelier prompts.json', (path) =>
      written(path, (part) => writeFile(part, promptFile(prompts), { flag: 'wx', mode: 0o600 })),
    )
  }

  async readImported({ token }: CallInput<'prompts.read'>): Promise<CallOutput<'prompts.read'>> {
    const read = await this.parts.imports.takeFile(token, async ({ path }) =>
      readPromptFile(await readLibraryFile(path)),
    )
    return read ?? fail('not_found', 'the file has to be chosen again')
  }

  private emitPromptsChanged(): null {
    this.parts.events.emit('prompts.changed', this.listPrompts())
    return null
  }
}
