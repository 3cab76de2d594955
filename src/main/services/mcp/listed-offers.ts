import { z } from 'zod'
import type { McpPrompt, McpResource } from '../../../shared/mcp-offers.ts'
import { plainText } from './plain-text.ts'

/** The lists of a server. */
export const listKinds = ['tools', 'prompts', 'resources'] as const
export type ListKind = (typeof listKinds)[number]

/** Maximum number of prompts, and of resources, of a server. */
export const offersMax = 512
const argumentsMax = 50
const nameMax = 1000
const wordsMax = 2000

const name = z.string().min(1).max(nameMax)
const words = z.string().optional().catch(undefined)
const promptSchema = z.looseObject({
  name,
  title: words,
  description: words,
  arguments: z
    .array(z.looseObject({ name, description: words, required: z.boolean().optional().catch(undefined) }))
    .max(argumentsMax)
    .optional(),
})
const resourceSchema = z.looseObject({
  uri: z.string().min(1).max(8000),
  name: words,
  title: words,
  description: words,
  mimeType: words,
})

/** Reads a server's prompts one by one. A bad one does not hide the others. */
export function readPrompts(values: readonly unknown[]): readonly McpPrompt[] {
  const read = values.flatMap((value): McpPrompt[] => {
    const prompt = promptSchema.safeParse(value).data
    if (prompt === undefined) return []
    const gaps = (prompt.arguments ?? []).map((gap) => ({
      name: gap.name,
      description: shown(gap.description),
      isRequired: gap.required === true,
    }))
    const { name: called, title, description } = prompt
    return [{ name: called, title: shown(title) || shown(called), description: shown(description), arguments: gaps }]
  })
  return unique(read, (prompt) => prompt.name)
}

/** Reads a server's resources one by one. A bad one does not hide the others. */
export function readResources(values: readonly unknown[]): readonly McpResource[] {
  const read = values.flatMap((value): McpResource[] => {
    const resource = resourceSchema.safeParse(value).data
    if (resource === undefined) return []
    const { uri, title, description, mimeType } = resource
    return [
      {
        uri,
        title: shown(title) || shown(resource.name) || shown(uri),
        description: shown(description),
        mime: shown(mimeType).slice(0, 100),
      },
    ]
  })
  return unique(read, (resource) => resource.uri)
}

const shown = (text: string | undefined): string =>
  plainText(text ?? '')
    .slice(0, wordsMax)
    .trim()

function unique<T>(values: readonly T[], keyOf: (value: T) => string): readonly T[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()].slice(0, offersMax)
}
