import { z } from 'zod'
import { fail } from '../../../../shared/errors.ts'
import { assistantFrom, type ForeignConversation, type ForeignMessage, portableFrom, timeOf } from './foreign.ts'
import { messagesMax } from './import-bounds.ts'
import { contentOf, type SourceFile } from './import-source.ts'
import { type JsonChoice, type JsonPath, jsonValues } from './json-values.ts'
import { paragraphs } from './message-text.ts'
import type { PictureSource, Portable, ReadParts } from './portable-items.ts'
import { Skips } from './skips.ts'
import { SpooledParts } from './spooled-parts.ts'

const maybeText = z.string().nullish()
const partSchema = z.object({ type: z.string(), text: maybeText, storageKey: maybeText, url: maybeText })
const messageSchema = z.object({
  id: z.string(),
  role: z.string(),
  model: maybeText,
  content: maybeText,
  contentParts: z.array(partSchema).nullish(),
  pictures: z.array(z.object({ url: maybeText, storageKey: maybeText })).nullish(),
  files: z.array(z.unknown()).nullish(),
  links: z.array(z.unknown()).nullish(),
  reasoningContent: maybeText,
  timestamp: z.union([z.number(), z.string()]).nullish(),
})
type Message = z.infer<typeof messageSchema>
type Lines = readonly (Message | null)[]
/** A list of messages, with null in place of invalid ones. */
const listSchema = z.array(messageSchema.nullable().catch(null))
const sessionSchema = z.object({
  id: z.string(),
  name: maybeText,
  starred: z.boolean().nullish(),
  messages: listSchema.nullish(),
  threads: z
    .array(z.object({ id: z.string(), name: maybeText, messages: listSchema, createdAt: z.number().nullish() }))
    .nullish(),
  messageForksHash: z
    .record(z.string(), z.object({ position: z.number(), lists: z.array(z.object({ messages: listSchema })) }))
    .nullish(),
})
/** One of the user's own assistants. */
const copilotSchema = z.object({ id: z.string(), name: z.string(), prompt: z.string().min(1) })
type Session = z.infer<typeof sessionSchema>
type Forks = NonNullable<Session['messageForksHash']>

/** Reads an export of Chatbox: sessions under separate keys, or, in older versions, in one list. */
export async function* readChatbox(parts: ReadParts): AsyncGenerator<Portable<PictureSource>> {
  const file = [...parts.source.files.values()][0] ?? fail('import_damaged', 'no data')
  const kept = new SpooledParts(parts.spool<string>())
  for await (const { path, value } of values(file, parts, keptPictures))
    if (typeof value === 'string') kept.addPart(String(path[0]), value)
  const pictureOf = (key: string): PictureSource => {
    return kept.has(key) ? { kind: 'data', key, url: () => kept.readPart(key) ?? '' } : { kind: 'missing' }
  }
  for await (const { path, value } of values(file, parts, sessions)) {
    const parsed = sessionSchema.safeParse(value)
    // the list of sessions only names them when each has its own key
    if (path[0] === 'chat-sessions-list' && parsed.data?.messages == null) continue
    if (path[0] === 'myCopilots') {
      const copilot = copilotSchema.safeParse(value).data
      if (copilot !== undefined)
        yield* assistantFrom('chatbox', { ...copilot, key: copilot.id, description: '', system: copilot.prompt })
      continue
    }
    if (!parsed.success) yield* portableFrom('chatbox', { title: nameOf(value), reason: 'damaged' }, parts.now)
    for (const conversation of parsed.success ? conversationsOf(parsed.data, pictureOf) : [])
      yield* portableFrom('chatbox', conversation, parts.now)
  }
}

function nameOf(value: unknown): string {
  return z.object({ name: z.string() }).safeParse(value).data?.name ?? ''
}

function values(
  file: SourceFile,
  parts: ReadParts,
  choose: (path: JsonPath) => JsonChoice,
): ReturnType<typeof jsonValues> {
  // the file is read twice, so each pass counts half
  return jsonValues(
    contentOf(file, parts.signal, (chunk) => parts.onBytes(chunk.length / 2)),
    choose,
  )
}

function keptPictures([key]: JsonPath): JsonChoice {
  if (key === undefined) return 'enter'
  return String(key).startsWith('picture:') ? 'take' : 'skip'
}

function sessions([key, ...more]: JsonPath): JsonChoice {
  if (key === undefined) return 'enter'
  if (String(key).startsWith('session:')) return 'take'
  if (key !== 'chat-sessions' && key !== 'chat-sessions-list' && key !== 'myCopilots') return 'skip'
  return more.length === 0 ? 'enter' : 'take'
}

/** Creates a conversation from a session, and from each of its earlier threads. */
function* conversationsOf(session: Session, pictureOf: (key: string) => PictureSource): Generator<ForeignConversation> {
  const forks = session.messageForksHash ?? {}
  const total = { messages: 0, steps: 0 }
  const title = session.name ?? ''
  const pinned = session.starred ?? false
  for (const thread of session.threads ?? []) {
    const key = `${session.id} ${thread.id}`
    const named = [title, thread.name ?? ''].filter((name) => name !== '').join(' · ')
    const reader = new SessionReader(forks, pictureOf, total)
    yield reader.readSession({ key, title: named, pinned: false, createdAt: timeOf(thread.createdAt) }, thread.messages)
  }
  const about = { key: session.id, title, pinned, createdAt: null }
  yield new SessionReader(forks, pictureOf, total).readSession(about, session.messages ?? [])
}

interface Total {
  messages: number
  steps: number
}

/** Maximum number of reads of the messages of a session; threads read the same forks again. */
const stepsMax = 10 * messagesMax

/** Reads a line of messages, with the lines that branch off from it. */
class SessionReader {
  private readonly forks: Forks
  private readonly pictureOf: (key: string) => PictureSource
  /** Messages of all threads so far, and reads of them; a fork may be part of each. */
  private readonly total: Total
  private readonly skipped = new Skips()
  private readonly messages: ForeignMessage[] = []
  private readonly seen = new Set<string>()
  private system = ''

  constructor(forks: Forks, pictureOf: (key: string) => PictureSource, total: Total) {
    this.forks = forks
    this.total = total
    this.pictureOf = pictureOf
  }

  readSession(
    about: Pick<ForeignConversation, 'key' | 'title' | 'pinned' | 'createdAt'>,
    said: Lines,
  ): ForeignConversation {
    const others: { readonly parent: string | null; readonly said: Lines }[] = [{ parent: null, said }]
    let leaf: string | null = null
    // the list grows during the loop
    for (const line of others) {
      let last = line.parent
      for (const message of line.said) {
        this.total.steps += 1
        if (this.total.steps > stepsMax) fail('import_not_read', 'a session of far too many lines')
        if (message === null) {
          this.skipped.addSkip('other')
          continue
        }
        // a message in two lines is read at its first occurrence
        if (this.seen.has(message.id)) continue
        if (this.total.messages >= messagesMax) fail('import_not_read', 'a session of far too many messages')
        this.total.messages += 1
        this.seen.add(message.id)
        const taken = this.foreignMessage(message)
        if (taken !== null) {
          this.messages.push({ ...taken, key: message.id, parent: last })
          last = message.id
        }
        const fork = Object.hasOwn(this.forks, message.id) ? this.forks[message.id] : undefined
        for (const [index, list] of fork?.lists.entries() ?? [])
          if (index !== fork?.position) others.push({ parent: last, said: list.messages })
      }
      if (line === others[0]) leaf = last
    }
    return {
      ...about,
      activeAt: null,
      model: this.messages.findLast(({ model }) => model !== '')?.model ?? '',
      system: this.system,
      messages: this.messages,
      leaf,
      skipped: this.skipped,
    }
  }

  private foreignMessage(message: Message): Omit<ForeignMessage, 'key' | 'parent'> | null {
    const { role } = message
    const parts = message.contentParts ?? []
    const texts = parts.flatMap(({ type, text }) => (type === 'text' && text != null ? [text] : []))
    const text = (texts.length > 0 ? texts.join('\n\n') : (message.content ?? '')).trim()
    if (role === 'system') {
      if (this.system === '') this.system = text
      return null
    }
    if (role !== 'user' && role !== 'assistant') {
      this.skipped.addSkip('tool')
      return null
    }
    this.countSkipped(message)
    const pictures = [...parts.filter(({ type }) => type === 'image'), ...(message.pictures ?? [])].map((picture) =>
      this.pictureSource(picture),
    )
    const thoughts = parts.map((part) => (part.type === 'reasoning' ? part.text : ''))
    const thinking = paragraphs([message.reasoningContent, ...thoughts])
    if (text === '' && thinking === '' && pictures.length === 0) return null
    return { role, text, thinking, model: message.model ?? '', at: timeOf(message.timestamp), pictures }
  }

  private countSkipped(message: Message): void {
    for (const { type } of message.contentParts ?? []) {
      // `info` parts are notices of the program
      if (/^(text|image|reasoning|info)$/.test(type)) continue
      this.skipped.addSkip(type === 'tool-call' ? 'tool' : 'other')
    }
    this.skipped.addSkip('attachment', (message.files?.length ?? 0) + (message.links?.length ?? 0))
  }

  private pictureSource({ storageKey, url }: Pick<z.infer<typeof partSchema>, 'storageKey' | 'url'>): PictureSource {
    if (url?.startsWith('data:')) return { kind: 'data', key: null, url: () => url }
    return storageKey == null ? { kind: 'missing' } : this.pictureOf(storageKey)
  }
}
