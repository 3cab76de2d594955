import type { assistantCalls } from '../../../shared/ipc/assistant-calls.ts'
import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { promptCalls } from '../../../shared/ipc/prompt-calls.ts'
import type { Feature } from '../../feature.ts'
import { Assistants } from '../../storage/assistants.ts'
import { Prompts } from '../../storage/prompts.ts'
import { AssistantsService } from './assistants-service.ts'
import { type PromptsParts, PromptsService } from './prompts-service.ts'

/** The libraries of prompts and assistants. */
export interface PromptsFeature extends Feature {
  readonly handlers: HandlersOf<typeof promptCalls> & HandlersOf<typeof assistantCalls>
}

export function createPrompts(parts: Omit<PromptsParts, 'prompts'>): PromptsFeature {
  const prompts = new PromptsService({ ...parts, prompts: new Prompts(parts.database) })
  const assistants = new AssistantsService({ ...parts, assistants: new Assistants(parts.database) })
  return {
    handlers: {
      'prompts.list': () => prompts.listPrompts(),
      'prompts.put': (input) => prompts.putPrompts(input),
      'prompts.remove': (input) => prompts.removePrompt(input),
      'prompts.showIncluded': (input) => prompts.showIncluded(input),
      'prompts.export': (input) => prompts.export(input),
      'prompts.read': (input) => prompts.readImported(input),
      'assistants.list': () => assistants.listAssistants(),
      'assistants.put': (input) => assistants.putAssistants(input),
      'assistants.remove': (input) => assistants.removeAssistant(input),
      'assistants.showIncluded': (input) => assistants.showIncluded(input),
      'assistants.export': (input) => assistants.export(input),
      'assistants.read': (input) => assistants.readImported(input),
    },
  }
}
