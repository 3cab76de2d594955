import { AppFailure } from '../../../../shared/errors.ts'
import { conversationSchema, type Facts } from './chatgpt-schemas.ts'
import type { ForeignFolder } from './foreign.ts'
import { contentOf, type SourceFile } from './import-source.ts'
import { type JsonPath, jsonValues } from './json-values.ts'
import type { ReadParts } from './portable-items.ts'

/** Most projects, GPTs and named conversations that are kept. */
const namesMax = 100_000
/** Largest file beside the conversations that is searched for projects, in bytes. */
const besideBytesMax = 16 * 1024 * 1024

/** The projects and GPTs of an export, which may come before or behind their conversations. */
export class ChatGptProjects {
  private readonly folders = new Map<string, ForeignFolder>()
  private readonly folderOf = new Map<string, string>()
  private readonly names = new Map<string, string>()

  add(facts: Facts): void {
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

  /** The folder of a conversation; null for none. */
  of({ conversation_id, folder_id, gizmo_id, id, project_id }: Facts): ForeignFolder | null {
    const byList = [conversation_id, id].map((one) => (one == null ? undefined : this.folderOf.get(one)))
    const keys = [...byList, project_id, folder_id, gizmo_id]
    return keys.flatMap((key) => (key == null ? [] : (this.folders.get(key) ?? [])))[0] ?? null
  }

  /** The name of the GPT that a conversation was with; null for none. */
  gptOf({ gizmo_id }: Facts): string | null {
    return gizmo_id == null ? null : (this.names.get(gizmo_id) ?? null)
  }
}

/** Whether an entry is a project or a GPT, instead of a conversation. */
export function isBeside(facts: Facts): boolean {
  return isProject(facts) || /^(gpt|gizmo)$/.test(facts.type ?? '') || facts.id?.startsWith('g-') === true
}

function isProject({ conversation_ids, id, type }: Facts): boolean {
  return /^(project|folder|snorlax)$/.test(type ?? '') || id?.startsWith('g-p-') === true || conversation_ids != null
}

function idsOf({ conversation_ids, conversations }: Facts): readonly string[] {
  const inner = (conversations ?? []).flatMap((one) => {
    const { conversation_id, id } = conversationSchema.safeParse(one).data ?? {}
    return typeof one === 'string' ? one : (conversation_id ?? id ?? [])
  })
  return [...(conversation_ids ?? []), ...inner]
}

/** Reads the projects of all files of an export. */
export async function projectsOf(parts: ReadParts): Promise<ChatGptProjects> {
  const projects = new ChatGptProjects()
  // the conversations are read once more
  for (const file of parts.files)
    for await (const facts of entriesOf(file, parts, (bytes) => parts.onBytes(bytes / 2))) projects.add(facts)
  const known = new Set(parts.files)
  for (const file of parts.source.files.values()) {
    if (known.has(file) || !/\.json$/i.test(file.name) || file.bytes > besideBytesMax) continue
    try {
      for await (const facts of entriesOf(file, parts, () => undefined)) projects.add(facts)
    } catch (cause) {
      // a damaged file without chats costs nothing
      if (!(cause instanceof AppFailure)) throw cause
    }
  }
  return projects
}

/** The entries of a file that are no conversations. */
async function* entriesOf(file: SourceFile, parts: ReadParts, onBytes: (bytes: number) => void): AsyncGenerator<Facts> {
  const entry = new Entry()
  const content = contentOf(file, parts.signal, (chunk) => onBytes(chunk.length))
  const values = jsonValues(content, (path) => {
    const place = entryPlaceOf(path)
    if (place === null) return 'enter'
    const [, field] = place
    if (field === undefined) return 'enter'
    return field !== 'conversations' && Object.hasOwn(conversationSchema.shape, field) ? 'take' : 'skip'
  })
  for await (const { path, value } of values) {
    const [index, field] = entryPlaceOf(path) ?? []
    if (index === undefined || field === undefined) continue
    const before = entry.next(index)
    if (before !== null) yield before
    entry.set(field, value)
  }
  const last = entry.next('')
  if (last !== null) yield last
}

/** Fields of the entry being read. */
class Entry {
  private index: string | null = null
  private facts = new Map<string, unknown>()

  set(field: string, value: unknown): void {
    this.facts.set(field, value)
  }

  /** Begins an entry; returns the one before if it ends and is no conversation. */
  next(index: string): Facts | null {
    if (index === this.index) return null
    const facts = conversationSchema.safeParse(Object.fromEntries(this.facts)).data
    const ended = this.index !== null && facts !== undefined && isBeside(facts) ? facts : null
    this.index = index
    this.facts = new Map()
    return ended
  }
}

/** The entry and field of a value in a list, in lists within an object, or in a single conversation. Null for a list. */
export function entryPlaceOf(path: JsonPath): readonly [index: string, field?: string, key?: string] | null {
  const [first, ...rest] = path
  if (first === undefined) return null
  if (typeof first === 'number') return placeIn(String(first), rest)
  const [second, ...inner] = rest
  if (first === 'conversations' || first === 'projects')
    return second === undefined ? null : placeIn(`${first} ${second}`, inner)
  return placeIn('', path)
}

function placeIn(index: string, [field, key]: JsonPath): readonly [index: string, field?: string, key?: string] {
  if (field === undefined) return [index]
  return key === undefined ? [index, String(field)] : [index, String(field), String(key)]
}
