import { AppFailure } from '../../../../shared/errors.ts'
import { conversationSchema, type Facts } from './chatgpt-schemas.ts'
import type { ForeignFolder } from './foreign.ts'
import { contentOf, type SourceFile } from './import-source.ts'
import { type JsonPath, jsonValues } from './json-values.ts'
import type { ReadParts } from './portable-items.ts'

/** Returns the text of a call that is imported: code, a canvas document, or a memory. */
const namesMax = 100_000
/** Largest file other than the conversations that is searched for projects, in bytes. */
const besideBytesMax = 16 * 1024 * 1024

/** The projects and GPTs of an export, which may come before or after their conversations. */
export class ChatGptProjects {
  private readonly folders = new Map<string, ForeignFolder>()
  private readonly folderOf = new Map<string, string>()
  private readonly names = new Map<string, string>()

  addProject(facts: Facts): void {
    const id = facts.id ?? facts.gizmo_id ?? facts.project_id
    const name = facts.title ?? facts.name ?? facts.display?.name
    if (id == null || name == null || this.folders.size + this.folderOf.size + this.names.size >= namesMax) return
    if (!isProject(facts)) {
      if (id.startsWith('g-')) this.names.set(id, name)
      return
    }
    this.folders.set(id, { key: id, name, system: facts.instructions ?? '' })
    for (const conversationId of idsOf(facts)) this.folderOf.set(conversationId, id)
  }

  /** Returns the folder of a conversation, or null. */
  folderFor({ conversation_id, folder_id, gizmo_id, id, project_id }: Facts): ForeignFolder | null {
    const byList = [conversation_id, id].map((one) => (one == null ? undefined : this.folderOf.get(one)))
    const keys = [...byList, project_id, folder_id, gizmo_id]
    return keys.flatMap((key) => (key == null ? [] : (this.folders.get(key) ?? [])))[0] ?? null
  }

  /** Returns the name of the GPT that a conversation was with, or null. */
  gptOf({ gizmo_id }: Facts): string | null {
    return gizmo_id == null ? null : (this.names.get(gizmo_id) ?? null)
  }
}

/** Returns true if an entry is a project or a GPT, not a conversation. */
export function isBeside(facts: Facts): boolean {
  return isProject(facts) || /^(gpt|gizmo)$/.test(facts.type ?? '') || facts.id?.startsWith('g-') === true
}

function isProject({ conversation_ids, id, type }: Facts): boolean {
  return /^(project|folder|snorlax)$/.test(type ?? '') || id?.startsWith('g-p-') === true || conversation_ids != null
}

function idsOf({ conversation_ids, conversations }: Facts): readonly string[] {
  return [...(conversation_ids ?? []), ...(conversations ?? []).filter((id) => typeof id === 'string')]
}

/** Reads the projects of all files of an export. */
export async function projectsOf(parts: ReadParts): Promise<ChatGptProjects> {
  const projects = new ChatGptProjects()
  // the conversations are read once more
  for (const file of parts.files)
    for await (const facts of entriesOf(file, parts, (bytes) => parts.onBytes(bytes / 2))) projects.addProject(facts)
  const known = new Set(parts.files)
  for (const file of parts.source.files.values()) {
    if (known.has(file) || !/\.json$/i.test(file.name) || file.bytes > besideBytesMax) continue
    try {
      for await (const facts of entriesOf(file, parts, () => undefined)) projects.addProject(facts)
    } catch (cause) {
      // a damaged file without chats costs nothing
      if (!(cause instanceof AppFailure)) throw cause
    }
  }
  return projects
}

/** Yields the entries of a file that are not conversations. */
async function* entriesOf(file: SourceFile, parts: ReadParts, onBytes: (bytes: number) => void): AsyncGenerator<Facts> {
  const entry = new Entry()
  const content = contentOf(file, parts.signal, (chunk) => onBytes(chunk.length))
  const values = jsonValues(content, (path) => {
    const place = entryPlaceOf(path)
    if (place === null) return 'enter'
    const [index, field] = place
    if (field === undefined || field === 'conversations') return 'enter'
    if (isNested(index)) return isId(field) ? 'take' : 'skip'
    return Object.hasOwn(conversationSchema.shape, field) ? 'take' : 'skip'
  })
  for await (const { path, value } of values) {
    const [index, field] = entryPlaceOf(path) ?? []
    if (index === undefined || (field === undefined && !isNested(index))) continue
    const before = entry.beginEntry(outerOf(index))
    if (before !== null) yield before
    if (isNested(index)) entry.addConversation(value)
    else if (field !== undefined) entry.set(field, value)
  }
  const last = entry.beginEntry('')
  if (last !== null) yield last
}

/** Fields of the entry being read. */
class Entry {
  private index: string | null = null
  private facts = new Map<string, unknown>()
  private conversations: unknown[] = []

  addConversation(id: unknown): void {
    if (this.conversations.length < namesMax) this.conversations.push(id)
  }

  set(field: string, value: unknown): void {
    this.facts.set(field, value)
  }

  /** Begins an entry; returns the one before if it ends and is not a conversation. */
  beginEntry(index: string): Facts | null {
    if (index === this.index) return null
    const { conversations } = this
    const facts = conversationSchema.safeParse({ ...Object.fromEntries(this.facts), conversations }).data
    const ended = this.index !== null && facts !== undefined && isBeside(facts) ? facts : null
    this.index = index
    this.facts = new Map()
    this.conversations = []
    return ended
  }
}

/**
 * Returns the entry and field of a value in a list, in lists within an object, or in a single conversation. Null for a
 * list.
 */
export function entryPlaceOf(path: JsonPath): readonly [index: string, field?: string, key?: string] | null {
  const [first, ...rest] = path
  if (first === undefined) return null
  if (typeof first === 'number') return placeIn(String(first), rest)
  const [second, ...inner] = rest
  if (first === 'conversations' || first === 'projects')
    return second === undefined ? null : placeIn(`${first} ${second}`, inner)
  return placeIn('', path)
}

function placeIn(index: string, path: JsonPath): readonly [index: string, field?: string, key?: string] {
  const [field, key, ...inner] = path
  if (field === undefined) return [index]
  // conversations within a project
  if (field === 'conversations' && typeof key === 'number' && !isNested(index)) return placeIn(`${index}/${key}`, inner)
  return key === undefined ? [index, String(field)] : [index, String(field), String(key)]
}

/** Returns true if an entry is within another one. */
export function isNested(index: string): boolean {
  return index.includes('/')
}

/** Returns the entry around a nested one, or an entry itself. */
export function outerOf(index: string): string {
  return index.split('/', 1)[0] ?? ''
}

function isId(field: string): boolean {
  return field === 'id' || field === 'conversation_id'
}
