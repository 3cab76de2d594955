import { z } from 'zod'
import { AppFailure, fail } from '../../../../shared/errors.ts'
import { chatValues } from './chat-values.ts'
import { type ClaudeMessage, claudeMessageSchema, saidByClaude } from './claude-message.ts'
import {
  assistantFrom,
  type ForeignConversation,
  type ForeignFolder,
  portableFrom,
  type SetAside,
  timeOf,
} from './foreign.ts'
import { messageTree } from './message-tree.ts'
import type { PictureSource, Portable, ReadParts } from './portable-items.ts'
import { Skips } from './skips.ts'

/**
 * The parts of an export of claude.ai that are read (socketteer/Claude-Conversation-Exporter,
 * bearspear/claude-takeout).
 */
const maybeText = z.string().nullish().catch(null)
const chatSchema = z.object({
  uuid: z.string(),
  name: maybeText,
  model: maybeText,
  created_at: maybeText,
  updated_at: maybeText,
  is_starred: z.boolean().nullish().catch(null),
  project_uuid: maybeText,
  project: z.object({ uuid: maybeText, name: maybeText }).nullish().catch(null),
  current_leaf_message_uuid: maybeText,
  chat_messages: z.array(z.unknown()),
})
const projectSchema = z.object({
  uuid: z.string(),
  name: z.string(),
  description: maybeText,
  prompt_template: maybeText,
  docs: z.array(z.unknown()).nullish().catch(null),
})
type Project = z.infer<typeof projectSchema>

/** Maximum number of projects that are kept. */
const projectsMax = 10_000
/** Largest file other than the chats that is read, in bytes. */
const besideBytesMax = 64 * 1024 * 1024

/** Reads an export of claude.ai: its chats, and projects as folders, or as assistants if no chat names them. */
export async function* readClaude(parts: ReadParts): AsyncGenerator<Portable<PictureSource>> {
  const { others, projects } = await besideChats(parts)
  const used = new Set<string>()
  for await (const value of chatValues(parts)) {
    const conversation = conversationOf(value, projects)
    if (!('reason' in conversation) && conversation.folder != null) used.add(conversation.folder.key)
    yield* portableFrom('claude', conversation, parts.now)
  }
  for (const { description, docs, name, prompt_template: prompt, uuid } of projects.values()) {
    const system = prompt ?? ''
    const isUsed = used.has(uuid)
    if (!isUsed && system.trim() !== '')
      yield* assistantFrom('claude', { key: uuid, name, description: description ?? '', system })
    else if (!isUsed) yield { type: 'skipped', reason: 'other', count: 1, title: name }
    const documents = docs?.length ?? 0
    if (documents > 0) yield { type: 'skipped', reason: 'attachment', count: documents, title: name }
  }
  for (const title of others) yield { type: 'skipped', reason: 'other', count: 1, title }
}

/** Resolves to the projects, and to the names of files whose content cannot be imported. */
async function besideChats(
  parts: ReadParts,
): Promise<{ readonly projects: ReadonlyMap<string, Project>; readonly others: readonly string[] }> {
  const projects = new Map<string, Project>()
  const others: string[] = []
  const known = new Set([...parts.files.map(({ name }) => name), ...parts.unread])
  for (const file of parts.source.files.values()) {
    if (known.has(file.name) || !/\.json$/i.test(file.name)) continue
    const before = projects.size
    let isWhole = file.bytes <= besideBytesMax
    try {
      if (!isWhole) fail('import_not_read', 'a file that is far too long')
      for await (const value of chatValues({ ...parts, files: [file], onBytes: () => undefined })) {
        const project = projectSchema.safeParse(value).data
        if (project === undefined) continue
        if (projects.size < projectsMax) projects.set(project.uuid, project)
        else isWhole = false
      }
    } catch (cause) {
      if (!(cause instanceof AppFailure)) throw cause
      isWhole = false
    }
    const isAccount = /(^|\/)users?\.json$/i.test(file.name)
    if ((projects.size === before || !isWhole) && !isAccount) others.push(file.name)
  }
  return { projects, others }
}

function conversationOf(value: unknown, projects: ReadonlyMap<string, Project>): ForeignConversation | SetAside {
  const chat = chatSchema.safeParse(value).data
  if (chat === undefined)
    return { title: z.object({ name: z.string() }).safeParse(value).data?.name ?? '', reason: 'damaged' }
  const skipped = new Skips()
  const messages = chat.chat_messages.map((one) => claudeMessageSchema.safeParse(one).data)
  skipped.addSkip('other', messages.filter((message) => message === undefined).length)
  const said = messages.filter((message) => message !== undefined)
  const keys = said.map(({ uuid }, index) => uuid ?? `line ${index}`)
  const known = new Set(keys)
  const entries = said.map((message, index) => ({
    key: keys[index] ?? '',
    parent: parentOf(message, known, keys[index - 1] ?? null),
    said: saidByClaude(message, skipped),
  }))
  const title = chat.name ?? ''
  const tree = messageTree(entries, chat.current_leaf_message_uuid ?? null)
  if (tree === null) return { title, reason: 'damaged' }
  return {
    key: chat.uuid,
    title,
    createdAt: timeOf(chat.created_at),
    activeAt: timeOf(chat.updated_at),
    model: chat.model ?? '',
    system: '',
    pinned: chat.is_starred === true,
    folder: folderOf(chat, projects),
    messages: tree.messages,
    leaf: tree.leaf,
    skipped,
  }
}

/**
 * Returns the id of the message before. A first message names a root that is not a message; older exports have no tree.
 */
function parentOf(message: ClaudeMessage, known: ReadonlySet<string>, before: string | null): string | null {
  const { parent_message_uuid: parent } = message
  if (parent == null) return before
  return known.has(parent) ? parent : null
}

function folderOf(
  { project, project_uuid }: z.infer<typeof chatSchema>,
  projects: ReadonlyMap<string, Project>,
): ForeignFolder | null {
  const key = project?.uuid ?? project_uuid
  const known = key == null ? undefined : projects.get(key)
  const name = known?.name ?? project?.name
  return key == null || name == null ? null : { key, name, system: known?.prompt_template ?? '' }
}
