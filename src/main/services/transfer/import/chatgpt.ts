import { fail } from '../../../../shared/errors.ts'
import { entryPlaceOf, isBeside, isNested, outerOf, projectsOf } from './chatgpt-projects.ts'
import { type Conversation, conversationSchema, type Node, nodeFrom } from './chatgpt-schemas.ts'
import { foreignConversation } from './chatgpt-tree.ts'
import { portableFrom, type SetAside } from './foreign.ts'
import { messagesMax } from './import-bounds.ts'
import { contentOf, type ImportSource, type SourceFile } from './import-source.ts'
import { jsonValues } from './json-values.ts'
import type { PictureSource, Portable, ReadParts } from './portable-items.ts'

/** Reads the export of ChatGPT: its conversations in one or many files, alone or in a ZIP with its pictures. */
export async function* readChatGpt(parts: ReadParts): AsyncGenerator<Portable<PictureSource>> {
  const projects = await projectsOf(parts)
  const pictures = picturesOf(parts.source)
  for (const file of parts.files)
    for await (const conversation of conversationsOf(file, parts)) {
      if ('reason' in conversation) {
        yield* portableFrom('chatgpt', conversation, parts.now)
        continue
      }
      const foreign = foreignConversation(conversation, pictures)
      const gpt = projects.gptOf(conversation)
      const placed =
        'reason' in foreign
          ? foreign
          : { ...foreign, folder: projects.folderFor(conversation), tags: gpt === null ? [] : [gpt] }
      yield* portableFrom('chatgpt', placed, parts.now)
    }
}

/** An entry being read. */
interface OpenEntry {
  readonly index: string
  readonly facts: Map<string, unknown>
  readonly mapping: Map<string, Node>
}

/** Builds the conversations of a file message by message, because a whole one may take long to parse. */
async function* conversationsOf(file: SourceFile, parts: ReadParts): AsyncGenerator<Conversation | SetAside> {
  const withMessages = new Set<string>()
  /** The entry being read; a project stays open while its conversations are read. */
  let open: readonly OpenEntry[] = []
  // each of the two passes counts half of the bytes
  const content = contentOf(file, parts.signal, (chunk) => parts.onBytes(chunk.length / 2))
  const values = jsonValues(content, (path) => {
    const [index, field, key] = entryPlaceOf(path) ?? []
    if (index === undefined || field === undefined) return 'enter'
    if (field === 'mapping' && key === undefined) {
      withMessages.add(index)
      return 'enter'
    }
    if (field === 'conversations') return isNested(index) ? 'skip' : 'enter'
    return field === 'mapping' || Object.hasOwn(conversationSchema.shape, field) ? 'take' : 'skip'
  })
  const end = function* (entries: readonly OpenEntry[]): Generator<Conversation | SetAside> {
    for (const { facts, index, mapping } of entries.toReversed()) {
      // within a project, an entry without messages is a reference
      if (!isNested(index) || withMessages.has(index)) yield* ended(facts, withMessages.has(index), mapping)
      withMessages.delete(index)
    }
  }
  for await (const { path, value } of values) {
    const [index, field, key] = entryPlaceOf(path) ?? []
    if (index === undefined) continue
    const kept = open.filter((entry) => entry.index === index || entry.index === outerOf(index))
    if (kept.length < open.length) yield* end(open.filter((entry) => !kept.includes(entry)))
    const entry = kept.find((one) => one.index === index) ?? { index, facts: new Map(), mapping: new Map() }
    open = kept.includes(entry) ? kept : [...kept, entry]
    if (entry.mapping.size >= messagesMax) fail('import_not_read', 'a conversation of far too many messages')
    if (field === 'mapping') {
      // an empty mapping is an empty conversation
      if (key !== undefined || value !== null) entry.mapping.set(key ?? '', nodeFrom(value))
    } else if (field !== undefined) entry.facts.set(field, value)
  }
  yield* end(open)
}

/** Yields a finished entry. A project or a GPT is not a conversation; a conversation without messages is set aside. */
function* ended(
  read: ReadonlyMap<string, unknown>,
  hasMessages: boolean,
  mapping: ReadonlyMap<string, Node>,
): Generator<Conversation | SetAside> {
  const facts = conversationSchema.safeParse(Object.fromEntries(read)).data
  if (facts === undefined) yield { title: '', reason: 'damaged' }
  else if (isBeside(facts) && mapping.size === 0) return
  else if (hasMessages) yield { ...facts, mapping }
  else yield { title: facts.title ?? facts.name ?? '', reason: 'damaged' }
}

/** Files of an export by the ids that messages use: `file-AbC-name.png` is `file-AbC`. */
function picturesOf({ files }: ImportSource): ReadonlyMap<string, string> {
  return new Map(
    [...files.keys()].flatMap((path) => {
      const id = /^file[-_][A-Za-z0-9]+/.exec(path.slice(path.lastIndexOf('/') + 1))?.[0]
      return id === undefined ? [] : [[id, path] as const]
    }),
  )
}
