import { hash } from 'node:crypto'
import { snippetFrom, titleFrom } from '../../../../shared/chat.ts'
import { defaultParameters } from '../../../../shared/chat-limits.ts'
import { folderNameMax, folderSystemMax } from '../../../../shared/folder-limits.ts'
import { assistantDescriptionMax, assistantNameMax } from '../../../../shared/prompt-limits.ts'
import type { SkipReason, TransferFormat } from '../../../../shared/transfer.ts'
import { beginningOf } from '../../../../shared/writing.ts'
import type { PortableConversation, PortableMessage } from '../atelier-format.ts'
import { textMax, timeMax, timeMin } from '../portable-fields.ts'
import { picturesMax } from './import-bounds.ts'
import type { PictureSource, Portable } from './portable-items.ts'
import type { Skips } from './skips.ts'

/** Maximum number of tags of a conversation. */
const tagsMax = 100

/** A message from another program. */
export interface ForeignMessage {
  /** Id of the message in that program; unique within its conversation. */
  readonly key: string
  /** Key of the message before it, which is listed earlier; null for a first message. */
  readonly parent: string | null
  readonly role: 'user' | 'assistant'
  readonly text: string
  /** Name of the model; empty when unknown. */
  readonly model: string
  /** ms since 1970; null when unknown. */
  readonly at: number | null
  readonly pictures: readonly PictureSource[]
  /** The model's thinking; absent if there was none. */
  readonly thinking?: string
}

/** A conversation from another program. */
export interface ForeignConversation {
  readonly key: string
  readonly title: string
  readonly createdAt: number | null
  readonly activeAt: number | null
  readonly model: string
  readonly system: string
  readonly pinned: boolean
  readonly messages: readonly ForeignMessage[]
  /** Key of the last message of the shown branch; null when that is the newest. */
  readonly leaf: string | null
  readonly skipped: Skips
  readonly archived?: boolean
  readonly tags?: readonly string[]
  readonly folder?: ForeignFolder | null
}

/** A conversation that is not imported. */
export interface SetAside {
  readonly title: string
  readonly reason: SkipReason
}

/** A folder of conversations in another program. */
export interface ForeignFolder {
  readonly key: string
  readonly name: string
  /** Instructions of its conversations. */
  readonly system: string
}

/**
 * Derives our id from a foreign one. Equal input gives equal ids, so that a repeated import adds nothing.
 * The form is a UUID of version 8, RFC 9562.
 */
export function ownId(format: TransferFormat, ...keys: readonly string[]): string {
  const id = hash('sha256', JSON.stringify([format, ...keys]), 'buffer').subarray(0, 16)
  id[6] = ((id[6] ?? 0) & 0x0f) | 0x80
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80
  const hex = id.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Converts a foreign conversation to our form. A conversation that contradicts itself is set aside. */
export function* portableFrom(
  format: TransferFormat,
  foreign: ForeignConversation | SetAside,
  now: number,
): Generator<Portable<PictureSource>> {
  if ('reason' in foreign) {
    yield { type: 'skipped', reason: foreign.reason, count: 1, title: foreign.title }
    return
  }
  const { messages } = foreign
  const fault = faultOf(messages)
  if (fault !== null) {
    yield { type: 'skipped', reason: fault, count: 1, title: foreign.title }
    return
  }
  const id = ownId(format, foreign.key)
  const known = messages.map(({ at }) => at).filter((at) => at !== null)
  const createdAt =
    foreign.createdAt ?? known.reduce<number | null>((least, at) => Math.min(least ?? at, at), null) ?? now
  const leaf = messages.find(({ key }) => key === foreign.leaf) ?? newestEnd(messages)
  const activeAt = known.reduce((most, at) => Math.max(most, at), foreign.activeAt ?? createdAt)
  const firstText = messages.find(({ text }) => text !== '')?.text ?? ''
  yield {
    type: 'conversation',
    conversation: {
      id,
      title: beginningOf(foreign.title.trim(), 200) || titleFrom(firstText),
      connectionId: null,
      model: beginningOf(foreign.model, 300),
      parameters: { ...defaultParameters, system: beginningOf(foreign.system, 100_000) },
      pinned: foreign.pinned,
      createdAt,
      activeAt,
      snippet: snippetFrom(leaf?.text ?? ''),
      leafId: leaf === undefined ? null : ownId(format, foreign.key, leaf.key),
      archivedAt: foreign.archived === true ? activeAt : null,
      tags: tagsFrom(foreign.tags ?? []),
      ...folderFrom(format, foreign.folder ?? null),
    },
  }
  for (const { reason, count } of foreign.skipped.allSkips()) yield { type: 'skipped', reason, count }
  const times = new Map<string, number>()
  for (const message of messages) {
    const tooMany = message.pictures.length - picturesMax
    if (tooMany > 0) yield { type: 'skipped', reason: 'media_refused', count: tooMany }
    const before = message.parent === null ? createdAt : (times.get(message.parent) ?? createdAt)
    const at = message.at ?? before
    times.set(message.key, at)
    yield {
      type: 'message',
      conversationId: id,
      message: portableMessage(format, foreign, message, at),
      pictures: message.pictures.slice(0, picturesMax),
    }
  }
}

/**
 * Returns the end of the branch with the newest end, the later one of equals. A message without a time has that of the
 * one before it.
 */
function newestEnd(messages: readonly ForeignMessage[]): ForeignMessage | undefined {
  const parents = new Set(messages.map(({ parent }) => parent))
  const times = new Map<string, number>()
  let newest: ForeignMessage | undefined
  let last = Number.NEGATIVE_INFINITY
  for (const message of messages) {
    const at = message.at ?? times.get(message.parent ?? '') ?? timeMin
    times.set(message.key, at)
    if (parents.has(message.key) || at < last) continue
    newest = message
    last = at
  }
  return newest
}

/** Returns why a conversation cannot be imported: it has no messages, two with one key, or one before its parent. */
function faultOf(messages: readonly ForeignMessage[]): SkipReason | null {
  const before = new Set<string>()
  for (const { key, parent, text, thinking = '' } of messages) {
    if (before.has(key) || (parent !== null && !before.has(parent))) return 'damaged'
    if (text.length > textMax || thinking.length > textMax) return 'damaged'
    before.add(key)
  }
  return before.size === 0 ? 'empty' : null
}

/** An assistant of another program. */
export interface ForeignAssistant {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly system: string
}

/** Converts a foreign assistant to our form; one without a name is left out. */
export function* assistantFrom(
  format: TransferFormat,
  { description, key, name, system }: ForeignAssistant,
): Generator<Portable<PictureSource>> {
  const shown = beginningOf(name.trim(), assistantNameMax).trim()
  if (shown === '') return
  yield {
    type: 'assistant',
    assistant: {
      id: ownId(format, 'assistant', key),
      name: shown,
      sign: beginningOf(shown, 2).trim(),
      description: beginningOf(description.trim(), assistantDescriptionMax),
      model: '',
      parameters: { ...defaultParameters, system: beginningOf(system, 100_000) },
    },
  }
}

function tagsFrom(names: readonly string[]): string[] {
  const tags = names.slice(0, tagsMax).map((name) => beginningOf(name.trim(), 60).trim())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

function folderFrom(format: TransferFormat, folder: ForeignFolder | null): Pick<PortableConversation, 'folder'> {
  const name = beginningOf(folder?.name.trim() ?? '', folderNameMax).trim()
  if (folder === null || name === '') return {}
  const id = ownId(format, 'folder', folder.key)
  return { folder: { id, name, system: beginningOf(folder.system, folderSystemMax), parent: null } }
}

function portableMessage(
  format: TransferFormat,
  foreign: ForeignConversation,
  { key, parent, role, text, model, thinking = '' }: ForeignMessage,
  createdAt: number,
): PortableMessage {
  return {
    id: ownId(format, foreign.key, key),
    parentId: parent === null ? null : ownId(format, foreign.key, parent),
    role,
    text,
    ...(thinking === '' ? {} : { thinking }),
    model: beginningOf(model || foreign.model || programs[format], 300),
    state: 'done',
    error: null,
    usage: null,
    timing: null,
    finishReason: null,
    createdAt,
    attachments: [],
  }
}

/** Program names, stored in place of an unknown model. */
const programs: Readonly<Record<TransferFormat, string>> = {
  atelier: 'Atelier',
  chatgpt: 'ChatGPT',
  'cherry-studio': 'Cherry Studio',
  chatbox: 'Chatbox',
  'open-webui': 'Open WebUI',
  claude: 'Claude',
  librechat: 'LibreChat',
  lobehub: 'LobeHub',
  deepchat: 'DeepChat',
  markdown: 'Markdown',
}

/**
 * Parses a time in any usual form to ms since 1970; null for other values and years outside 1 to 9999. Larger numbers
 * than the unit allows are read as ms, µs (above 1e14) or ns (above 1e17).
 */
export function timeOf(value: unknown, unit: 'ms' | 's' = 'ms'): number | null {
  const ms =
    typeof value === 'string'
      ? numericTime.test(value)
        ? msOf(Number(value), unit)
        : Date.parse(value)
      : typeof value === 'number'
        ? msOf(value, unit)
        : Number.NaN
  return ms >= timeMin && ms <= timeMax ? Math.round(ms) : null
}

const numericTime = /^\d{9,20}(?:\.\d{1,9})?$/

/** Converts a time to ms. As seconds, 1e11 is the year 5138. */
function msOf(value: number, unit: 'ms' | 's'): number {
  if (value > 1e17) return value / 1e6
  if (value > 1e14) return value / 1e3
  return unit === 's' && value < 1e11 ? value * 1000 : value
}
