import { z } from 'zod'
import { fail } from '../../../../shared/errors.ts'
import { readCherryDatabase } from './cherry-database.ts'
import { pagesIn } from './cherry-parts.ts'
import {
  assistantsSchema,
  type Block,
  blockSchema,
  type fileSchema,
  type Message,
  messageSchema,
  type Topic,
} from './cherry-schemas.ts'
import { type ForeignConversation, type ForeignMessage, portableFrom, type SetAside, timeOf } from './foreign.ts'
import { messagesMax } from './import-bounds.ts'
import { contentOf, type SourceFile } from './import-source.ts'
import { type JsonChoice, type JsonPath, jsonValues, parsedWithin } from './json-values.ts'
import { paragraphs, pictureAt, withSources } from './message-text.ts'
import type { PictureSource, Portable, ReadParts } from './portable-items.ts'
import { Skips } from './skips.ts'
import { SpooledParts } from './spooled-parts.ts'
import { isSqlite } from './sqlite-file.ts'

export const dataName = 'data.json'
const storeKey = 'persist:cherry-studio'

/** A topic's facts from the program's store. */
interface TopicFacts {
  readonly title: string
  readonly system: string
  readonly createdAt: number | null
  readonly activeAt: number | null
  readonly pinned: boolean
}

/** Reads a backup of Cherry Studio: `data.json`, alone or in a ZIP with its files. */
export async function* readCherryStudio(parts: ReadParts): AsyncGenerator<Portable<PictureSource>> {
  const { files } = parts.source
  const [data = fail('import_damaged', 'no data')] = parts.files
  if (await isDatabase(data, parts)) {
    yield* readCherryDatabase(parts)
    return
  }
  const blocks = new SpooledParts(parts.spool<Block>())
  const facts = new Map<string, TopicFacts>()
  // topics may precede the data they need, so that data is searched first
  for await (const { path, value } of values(data, parts, first)) {
    if (path[0] === 'localStorage') readFacts(value, facts)
    else {
      const block = blockSchema.safeParse(value).data
      // a message whose block is missing is counted
      if (block !== undefined) blocks.addPart(block.id, block)
    }
  }
  const reader = new TopicReader((id) => blocks.readPart(id), new Set(files.keys()))
  for await (const topic of topicsOf(data, parts))
    yield* portableFrom(
      'cherry-studio',
      'reason' in topic ? topic : reader.readTopic(topic, facts.get(topic.id) ?? null),
      parts.now,
    )
}

/** Resolves to true for a database: version 2 keeps its chats in one. */
async function isDatabase(file: SourceFile, { signal }: ReadParts): Promise<boolean> {
  for await (const chunk of contentOf(file, signal)) return isSqlite(chunk)
  return false
}

/** Builds the topics message by message, because a whole one may take long to parse. */
async function* topicsOf(data: SourceFile, parts: ReadParts): AsyncGenerator<Topic | SetAside> {
  let current: number | string | undefined
  let id: unknown
  let messages: (Message | null)[] = []
  for await (const { path, value } of values(data, parts, second)) {
    const [, , index, field] = path
    if (current !== undefined && index !== current) {
      yield topicFrom(id, messages)
      id = undefined
      messages = []
    }
    current = index
    if (messages.length >= messagesMax) fail('import_not_read', 'a topic of far too many messages')
    if (field === 'id') id = value
    else if (field !== undefined) messages.push(messageSchema.safeParse(value).data ?? null)
  }
  if (current !== undefined) yield topicFrom(id, messages)
}

function topicFrom(id: unknown, messages: readonly (Message | null)[]): Topic | SetAside {
  return typeof id === 'string' ? { id, messages } : { title: '', reason: 'damaged' }
}

function values(
  data: SourceFile,
  parts: ReadParts,
  choose: (path: JsonPath) => JsonChoice,
): ReturnType<typeof jsonValues> {
  // the file is read twice, so each pass counts half
  return jsonValues(
    contentOf(data, parts.signal, (chunk) => parts.onBytes(chunk.length / 2)),
    choose,
  )
}

function first(path: JsonPath): JsonChoice {
  const [top, second, , more] = path
  if (path.length === 0) return 'enter'
  if (top === 'localStorage') return path.length === 1 ? 'enter' : second === storeKey ? 'take' : 'skip'
  if (top !== 'indexedDB' || more !== undefined) return 'skip'
  if (path.length === 1) return 'enter'
  if (second !== 'message_blocks') return 'skip'
  return path.length === 2 ? 'enter' : 'take'
}

function second([top, second, ...more]: JsonPath): JsonChoice {
  if (top === undefined || (top === 'indexedDB' && second === undefined)) return 'enter'
  if (top !== 'indexedDB' || second !== 'topics') return 'skip'
  const [, field, at] = more
  if (field === undefined || (field === 'messages' && at === undefined)) return 'enter'
  return field === 'id' || field === 'messages' ? 'take' : 'skip'
}

/** Reads the store, which is JSON inside JSON inside JSON. It also holds keys; they are never read. */
function readFacts(value: unknown, facts: Map<string, TopicFacts>): void {
  const store = z.object({ assistants: z.string() }).safeParse(fromJson(value)).data
  const known = assistantsSchema.safeParse(fromJson(store?.assistants)).data
  for (const assistant of known?.assistants ?? [])
    for (const topic of (assistant?.topics ?? []).filter((one) => one !== null))
      facts.set(topic.id, {
        title: topic.name ?? '',
        system: paragraphs([assistant?.prompt, topic.prompt]),
        createdAt: timeOf(topic.createdAt),
        activeAt: timeOf(topic.updatedAt),
        pinned: topic.pinned ?? false,
      })
}

function fromJson(value: unknown): unknown {
  try {
    return typeof value === 'string' ? parsedWithin(value) : null
  } catch {
    return null
  }
}

/** Answers of several models to one question. */
interface AnswerGroup {
  /** Id of the question; null when unknown. */
  readonly asked: string | null
  readonly parent: string | null
  /** True if one of them was marked as the one to continue with. */
  readonly chosen: boolean
}

const noGroup: AnswerGroup = { asked: null, parent: null, chosen: false }

class TopicReader {
  private readonly blockOf: (id: string) => Block | null
  private readonly files: ReadonlySet<string>

  constructor(blockOf: (id: string) => Block | null, files: ReadonlySet<string>) {
    this.blockOf = blockOf
    this.files = files
  }

  readTopic({ id, messages: said }: Topic, facts: TopicFacts | null): ForeignConversation | SetAside {
    const skipped = new Skips()
    const messages: ForeignMessage[] = []
    /** Answers of several models become versions of each other; the conversation continues after the chosen one. */
    let last: string | null = null
    let group = noGroup
    for (const message of said) {
      if (message === null) {
        skipped.addSkip('other')
        continue
      }
      const content = this.contentOf(message, skipped)
      if (content === null) continue
      const chosen = message.useful === true || message.foldSelected === true
      const asked = message.role === 'assistant' && message.askId != null ? message.askId : null
      const isVersion: boolean = asked !== null && group.asked === asked
      const parent: string | null = isVersion ? group.parent : last
      messages.push({ ...content, key: message.id, parent })
      if (!isVersion || (chosen && !group.chosen)) last = message.id
      group = { asked, parent, chosen: chosen || (isVersion && group.chosen) }
    }
    return {
      key: id,
      title: facts?.title ?? '',
      createdAt: facts?.createdAt ?? null,
      activeAt: facts?.activeAt ?? null,
      model: messages.findLast(({ model }) => model !== '')?.model ?? '',
      system: facts?.system ?? '',
      pinned: facts?.pinned ?? false,
      messages,
      leaf: last,
      skipped,
    }
  }

  private contentOf(message: Message, skipped: Skips): Omit<ForeignMessage, 'key' | 'parent'> | null {
    const { role } = message
    if (message.type === 'clear' || role === 'system') return null
    if (role !== 'user' && role !== 'assistant') {
      skipped.addSkip('other')
      return null
    }
    const blocks = (message.blocks ?? []).map((id) => this.blockOf(id))
    const parts = [
      ...(typeof message.content === 'string' ? [{ text: message.content, pictures: [] }] : []),
      ...blocks.map((block) => this.blockContent(block, skipped)),
      { text: '', pictures: (message.images ?? []).map((url) => pictureAt(url)) },
      ...(message.files ?? []).map((file) => this.fileFrom(file, skipped)),
    ]
    const sources = blocks.flatMap((block) => (block?.type === 'citation' ? pagesIn(block.response?.results) : []))
    const text = withSources(paragraphs(parts.map((part) => part.text)), sources)
    const thoughts = blocks.map((block) =>
      block?.type === 'thinking' && typeof block.content === 'string' ? block.content : '',
    )
    const thinking = paragraphs([message.reasoning_content, ...thoughts])
    const pictures = parts.flatMap((part) => part.pictures)
    if (text === '' && thinking === '' && pictures.length === 0) return null
    const model = message.model?.id ?? message.modelId ?? ''
    return { role, text, thinking, model, at: timeOf(message.createdAt), pictures }
  }

  private blockContent(block: Block | null, skipped: Skips): { text: string; pictures: PictureSource[] } {
    const nothing = { text: '', pictures: [] }
    const content = typeof block?.content === 'string' ? block.content : ''
    switch (block?.type) {
      case undefined:
        skipped.addSkip('other')
        return nothing
      case 'main_text':
        return { text: content, pictures: [] }
      case 'code':
        return { text: `\`\`\`${block.language ?? ''}\n${content}\n\`\`\``, pictures: [] }
      case 'image': {
        if (block.file != null) return this.fileFrom({ ...block.file, type: 'image' }, skipped)
        const urls = [block.url, ...(block.metadata?.generateImageResponse?.images ?? [])]
        return { text: '', pictures: urls.filter((url) => url != null).map((url) => pictureAt(url)) }
      }
      case 'file':
        return block.file == null ? nothing : this.fileFrom(block.file, skipped)
      case 'tool':
        skipped.addSkip('tool')
        return nothing
      // read with the message
      case 'thinking':
      case 'citation':
      // errors there, and answers that never arrived
      case 'error':
      case 'unknown':
        return nothing
      default:
        skipped.addSkip('other')
        return nothing
    }
  }

  private fileFrom(
    { id, ext, type }: z.infer<typeof fileSchema>,
    skipped: Skips,
  ): { text: string; pictures: PictureSource[] } {
    if (type !== 'image') {
      skipped.addSkip('attachment')
      return { text: '', pictures: [] }
    }
    const path = `Data/Files/${id}${ext ?? ''}`
    return { text: '', pictures: [this.files.has(path) ? { kind: 'file', path } : { kind: 'missing' }] }
  }
}
