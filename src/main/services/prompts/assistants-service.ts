import { writeFile } from 'node:fs/promises'
import type { AssistantLibrary } from '../../../shared/assistants.ts'
import { fail } from '../../../shared/errors.ts'
import type { SavedFile } from '../../../shared/image.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { assistantsMax, includedId } from '../../../shared/prompt-limits.ts'
import type { Assistants } from '../../storage/assistants.ts'
import { written } from '../media/written-file.ts'
import { assistantFile, readAssistantFile } from './assistant-file.ts'
import { readLibraryFile } from './library-file.ts'
import type { PromptsParts } from './prompts-service.ts'

export interface AssistantsParts extends Omit<PromptsParts, 'prompts'> {
  readonly assistants: Assistants
}

/** Manages the assistants that chats can begin with. */
export class AssistantsService {
  private readonly parts: AssistantsParts

  constructor(parts: AssistantsParts) {
    this.parts = parts
  }

  listAssistants(): AssistantLibrary {
    return this.parts.assistants.library()
  }

  putAssistants({ assistants }: CallInput<'assistants.put'>): null {
    const { assistants: table, clock, database } = this.parts
    database.transaction(() => {
      table.putAssistants(assistants, clock.now())
      if (table.count > assistantsMax) fail('invalid_input', `more than ${assistantsMax} assistants`)
    })
    return this.emitAssistantsChanged()
  }

  removeAssistant({ id }: CallInput<'assistants.remove'>): null {
    const { assistants, clock, database } = this.parts
    database.transaction(() =>
      includedId.test(id) ? assistants.hide(id, clock.now()) : assistants.removeAssistant(id),
    )
    return this.emitAssistantsChanged()
  }

  showIncluded({ id }: CallInput<'assistants.showIncluded'>): null {
    this.parts.assistants.showHidden(id ?? null)
    return this.emitAssistantsChanged()
  }

  async export({ assistants }: CallInput<'assistants.export'>): Promise<SavedFile> {
    return await this.parts.exports.saveFile('Atelier assistants.json', (path) =>
      written(path, (part) => writeFile(part, assistantFile(assistants), { flag: 'wx', mode: 0o600 })),
    )
  }

  async readImported({ token }: CallInput<'assistants.read'>): Promise<CallOutput<'assistants.read'>> {
    const read = await this.parts.imports.takeFile(token, async ({ path }) =>
      readAssistantFile(await readLibraryFile(path)),
    )
    return read ?? fail('not_found', 'the file has to be chosen again')
  }

  private emitAssistantsChanged(): null {
    this.parts.events.emit('assistants.changed', this.listAssistants())
    return null
  }
}
