import type { z } from 'zod'
import { fail } from '../../../../shared/errors.ts'
import {
  atelierName,
  furtherMediaOf,
  mediaEntrySchema,
  portableAssistantSchema,
  portableConversationSchema,
  portableImageSchema,
  portableMemorySchema,
  portableMessageSchema,
  portablePromptSchema,
  portableRecipeSchema,
  portableSegmentSchema,
  portableTranscriptSchema,
  portableVideoSchema,
} from '../atelier-format.ts'
import { itemBounds } from './import-bounds.ts'
import { contentOf } from './import-source.ts'
import { type JsonChoice, type JsonPath, jsonValues } from './json-values.ts'
import type { PictureSource, Portable, ReadParts } from './portable-items.ts'

/** Reads Atelier's own export; see `atelier-format.ts`. */
export async function* readAtelier(parts: ReadParts): AsyncGenerator<Portable<PictureSource>> {
  const { files } = parts.source
  const file = files.get(atelierName) ?? [...files.values()][0] ?? fail('import_damaged', 'no data')
  const values = jsonValues(
    contentOf(file, parts.signal, (chunk) => parts.onBytes(chunk.length)),
    choose,
    itemBounds,
  )
  const owner = new Owner()
  for await (const { path, value } of values) yield portableOf(path, value, owner)
}

/** The conversation or transcript that owns the following messages or segments. */
class Owner {
  private place = ''
  private id = ''

  set(place: string, id: string): void {
    this.place = place
    this.id = id
  }

  idAt(place: string): string {
    return this.place === place ? this.id : fail('import_damaged', 'parts of something that does not come before them')
  }
}

function portableOf([list, index, part]: JsonPath, value: unknown, owner: Owner): Portable<PictureSource> {
  switch (list) {
    case 'media':
      return { type: 'media', entry: parsed(mediaEntrySchema, value) }
    case 'images':
      return { type: 'image', image: parsed(portableImageSchema, value) }
    case 'videos':
      return { type: 'video', video: parsed(portableVideoSchema, value) }
    case 'prompts':
      return { type: 'prompt', prompt: parsed(portablePromptSchema, value) }
    case 'assistants':
      return { type: 'assistant', assistant: parsed(portableAssistantSchema, value) }
    case 'memories':
      return { type: 'memory', memory: parsed(portableMemorySchema, value) }
    case 'recipes':
      return { type: 'recipe', recipe: parsed(portableRecipeSchema, value) }
    case 'conversations':
      return part === 'about' ? conversationOf(index, value, owner) : messageOf(index, value, owner)
    case 'transcripts':
      return part === 'about' ? transcriptOf(index, value, owner) : segmentOf(index, value, owner)
    default:
      return fail('import_damaged', 'a list that nobody knows')
  }
}

function conversationOf(index: string | number | undefined, value: unknown, owner: Owner): Portable<PictureSource> {
  const conversation = parsed(portableConversationSchema, value)
  owner.set(`conversations ${index}`, conversation.id)
  return { type: 'conversation', conversation }
}

function messageOf(index: string | number | undefined, value: unknown, owner: Owner): Portable<PictureSource> {
  const message = parsed(portableMessageSchema, value)
  const pictures = [...message.attachments, ...furtherMediaOf(message)].map((id) => ({ kind: 'media', id }) as const)
  return { type: 'message', conversationId: owner.idAt(`conversations ${index}`), message, pictures }
}

function transcriptOf(index: string | number | undefined, value: unknown, owner: Owner): Portable<PictureSource> {
  const transcript = parsed(portableTranscriptSchema, value)
  owner.set(`transcripts ${index}`, transcript.id)
  return { type: 'transcript', transcript }
}

function segmentOf(index: string | number | undefined, value: unknown, owner: Owner): Portable<PictureSource> {
  const segment = parsed(portableSegmentSchema, value)
  return { type: 'segment', transcriptId: owner.idAt(`transcripts ${index}`), segment }
}

function choose(path: JsonPath): JsonChoice {
  const [list, , part] = path
  if (path.length === 0) return 'enter'
  switch (list) {
    case 'media':
    case 'images':
    case 'videos':
    case 'prompts':
    case 'assistants':
    case 'memories':
    case 'recipes':
      return path.length === 1 ? 'enter' : 'take'
    case 'conversations':
    case 'transcripts':
      if (path.length <= 2) return 'enter'
      if (part === 'about') return 'take'
      if (part !== (list === 'conversations' ? 'messages' : 'segments')) return 'skip'
      return path.length === 3 ? 'enter' : 'take'
    default:
      return 'skip'
  }
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const found = schema.safeParse(value)
  return found.success ? found.data : fail('import_damaged', `something that makes no sense: ${where(found.error)}`)
}

/** Returns the names of fields, never their content. */
function where(error: z.ZodError): string {
  return error.issues
    .map((issue) => issue.path.join('.'))
    .join(', ')
    .slice(0, 200)
}
