import { splitNameFaults, splitPromptFaults } from '../faults/prompt-faults.ts'
import type { RequestBody } from './request-body.ts'

export interface NormalisedBody {
  /** The body without its fault lists. */
  readonly body: RequestBody
  readonly model: string | undefined
  /** The fault lists that were found, in the syntax of the header. */
  readonly faults: readonly string[]
}

/** Removes fault lists from the model name and from the prompt or last user message. */
export function normaliseBody(body: RequestBody): NormalisedBody {
  if (body.kind === 'json' && isRecord(body.value)) return normaliseJson(body.value)
  if (body.kind === 'form') return normaliseForm(body.form)
  return { body, model: undefined, faults: [] }
}

/** Returns true for a JSON object: not an array, null or a primitive value. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function normaliseJson(value: Record<string, unknown>): NormalisedBody {
  const faults: string[] = []
  const take = (split: { list: string; rest: string }) => {
    if (split.list !== '') faults.push(split.list)
    return split.rest
  }
  const clean = { ...value }
  if (typeof value.model === 'string') clean.model = take(splitNameFaults(value.model))
  if (typeof value.prompt === 'string') clean.prompt = take(splitPromptFaults(value.prompt))
  if (typeof value.input === 'string') clean.input = take(splitPromptFaults(value.input))
  for (const name of ['messages', 'input']) {
    const list = value[name]
    if (!Array.isArray(list)) continue
    const messages: unknown[] = [...list]
    const last = messages.findLastIndex((message) => isRecord(message) && message.role === 'user')
    const message = messages[last]
    if (isRecord(message)) {
      messages[last] = {
        ...message,
        content: cleanContent(message.content, (text) => take(splitPromptFaults(text))),
      }
    }
    clean[name] = messages
  }
  const model = typeof clean.model === 'string' ? clean.model : undefined
  return { body: { kind: 'json', value: clean }, model, faults }
}

function cleanContent(content: unknown, clean: (text: string) => string): unknown {
  if (typeof content === 'string') return clean(content)
  if (!Array.isArray(content)) return content
  const parts: unknown[] = [...content]
  const first = parts.findIndex((part) => isRecord(part) && typeof part.text === 'string')
  const part = parts[first]
  if (isRecord(part) && typeof part.text === 'string') parts[first] = { ...part, text: clean(part.text) }
  return parts
}

function normaliseForm(original: FormData): NormalisedBody {
  const faults: string[] = []
  let model: string | undefined
  const form = new FormData()
  for (const [name, value] of original) {
    if (typeof value !== 'string') {
      form.append(name, value)
      continue
    }
    const split =
      name === 'model'
        ? splitNameFaults(value)
        : name === 'prompt'
          ? splitPromptFaults(value)
          : { list: '', rest: value }
    if (split.list !== '') faults.push(split.list)
    if (name === 'model') model = split.rest
    form.append(name, split.rest)
  }
  return { body: { kind: 'form', form }, model, faults }
}
