import { portableParameters } from '../../../shared/assistant-parameters.ts'
import { type Assistant, assistantSchema, portableAssistant } from '../../../shared/assistants.ts'
import { parametersSchema } from '../../../shared/chat.ts'
import { defaultParameters } from '../../../shared/chat-limits.ts'
import type { CallOutput } from '../../../shared/ipc/contract.ts'
import {
  assistantDescriptionMax,
  assistantNameMax,
  assistantsMax,
  modelNameMax,
} from '../../../shared/prompt-limits.ts'
import { beginningOf } from '../../../shared/writing.ts'
import { type Entry, entriesOf, entryTextOf, isEntry } from './library-file.ts'

const format = 'atelier-assistants'

/** Assistants as JSON that `readAssistantFile` reads again. */
export function assistantFile(assistants: readonly Assistant[]): string {
  const list = assistants.map((assistant) => {
    const { id: _, ...portable } = portableAssistant(assistant)
    return portable
  })
  return `${JSON.stringify({ format, version: 1, assistants: list }, null, 2)}\n`
}

/**
 * Reads assistants from a file: ours, or a list of objects with the names that other programs use. No entry can turn on
 * a tool.
 */
export function readAssistantFile(file: Buffer | null): CallOutput<'assistants.read'> {
  const entries = entriesOf(file, ['assistants', 'agents', 'data'])
  if (typeof entries === 'string') return { assistants: [], left: 0, problem: entries }
  const assistants = entries.slice(0, assistantsMax).flatMap((entry) => {
    const name = entryTextOf(entry, ['name', 'title', 'act'])?.slice(0, 1000).replace(/\s+/g, ' ').trim()
    if (name === undefined || name === '') return []
    const given = isEntry(entry.parameters) ? entry.parameters : {}
    const parameters = portableParameters(parametersOf(given))
    const system = entryTextOf(entry, ['prompt', 'system', 'instructions']) ?? entryTextOf(given, ['system'])
    const model = entryTextOf(entry, ['model']) ?? ''
    const read = {
      name: beginningOf(name, assistantNameMax).trim(),
      sign: entryTextOf(entry, ['sign', 'emoji', 'avatar'])?.slice(0, 100).trim() || firstSign(name),
      description: beginningOf(entryTextOf(entry, ['description']) ?? '', assistantDescriptionMax),
      connectionId: null,
      // no model has such a name, and the chat keeps its own
      model: model.length > modelNameMax ? '' : model,
      parameters: system === undefined ? parameters : { ...parameters, system },
    }
    return whole.safeParse(read).data ?? whole.safeParse({ ...read, sign: firstSign(name) }).data ?? []
  })
  return { assistants, left: entries.length - assistants.length, problem: assistants.length === 0 ? 'none' : null }
}

const whole = assistantSchema.unwrap().omit({ id: true }).readonly()

/** Returns the given parameters, with defaults for invalid ones. */
function parametersOf(given: Entry): Assistant['parameters'] {
  const { shape } = parametersSchema.unwrap()
  const sound = Object.entries(given).filter(
    ([name, value]) =>
      Object.hasOwn(shape, name) && parametersSchema.safeParse({ ...defaultParameters, [name]: value }).success,
  )
  return parametersSchema.safeParse({ ...defaultParameters, ...Object.fromEntries(sound) }).data ?? defaultParameters
}

function firstSign(name: string): string {
  return [...name][0] ?? '?'
}
