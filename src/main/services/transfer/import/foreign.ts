import { hash } from 'node:crypto'
import { snippetFrom, titleFrom } from '../../../../shared/chat.ts'
import { defaultParameters } from '../../../../shared/chat-limits.ts'
import type { SkipReason, TransferFormat } from '../../../../shared/transfer.ts'
import { beginningOf } from '../../../../shared/writing.ts'
import { type PortableMessage, timeMax, timeMin } from '../atelier-format.ts'
import { picturesMax } from './import-bounds.ts'
import type { PictureSource, Portable } from './portable-items.ts'

/** A message from another program. */
export interface ForeignMessage {
  /** Its id in that program; unique within its conversation. */
  readonly key: string
  /** Key of the previous message, which comes earlier; null for a first one. */
  readonly parent: string | null
  readonly role: 'user' | 'assistant'
  readonly text: string
  /** Empty when unknown. */
  readonly model: string
  /** ms since 1970; null when unknown. */
  readonly at: number | null
  readonly pictures: readonly PictureSource[]
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
}

/** Counts skipped content. */
export class Skips {
  private readonly counts = new Map<SkipReason, number>()

  add(reason: SkipReason, count = 1): void {
    if (count > 0) this.counts.set(reason, (this.counts.get(reason) ?? 0) + count)
  }

  all(): readonly { readonly reason: SkipReason; readonly count: number }[] {
    return [...this.counts].map(([reason, count]) => ({ reason, count }))
  }
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

/** Converts a foreign conversation to our form. */
export function* portableFrom(
  format: TransferFormat,
  foreign: ForeignConversation,
  now: number,
): Generator<Portable<PictureSource>> {
  for (const { reason, count } of foreign.skipped.all()) yield { type: 'skipped', reason, count }
  const { messages } = foreign
  if (messages.length === 0) {
    yield { type: 'skipped', reason: 'empty', count: 1 }
    return
  }
  const id = ownId(format, foreign.key)
  const known = messages.map(({ at }) => at).filter((at) => at !== null)
  const createdAt =
    foreign.createdAt ?? known.reduce<number | null>((least, at) => Math.min(least ?? at, at), null) ?? now
  const leaf = messages.find(({ key }) => key === foreign.leaf) ?? messages.at(-1)
  const activeAt = known.reduce((most, at) => Math.max(most, at), foreign.activeAt ?? createdAt)
  const firstText = messages.find(({ text }) => text !== '')?.text ?? ''
  yield {
    type: 'conversation',
    conversation: {
      id,
      title: beginningOf(foreign.title.trim(), 200) || titleFrom(firstText),
      connectionId: null,
      model: foreign.model.slice(0, 300),
      parameters: { ...defaultParameters, system: foreign.system.slice(0, 100_000) },
      pinned: foreign.pinned,
      createdAt,
      activeAt,
      snippet: snippetFrom(leaf?.text ?? ''),
      leafId: leaf === undefined ? null : ownId(format, foreign.key, leaf.key),
      archivedAt: null,
      tags: [],
    },
  }
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

function portableMessage(
  format: TransferFormat,
  foreign: ForeignConversation,
  { key, parent, role, text, model }: ForeignMessage,
  createdAt: number,
): PortableMessage {
  return {
    id: ownId(format, foreign.key, key),
    parentId: parent === null ? null : ownId(format, foreign.key, parent),
    role,
    text,
    model: (model || foreign.model || programs[format]).slice(0, 300),
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
}

/** Parses a time in any usual form to ms since 1970; null for other values and years outside 1 to 9999. */
export function timeOf(value: unknown, unit: 'ms' | 's' = 'ms'): number | null {
  const ms =
    typeof value === 'string'
      ? Date.parse(value)
      : typeof value === 'number'
        ? value * (unit === 's' ? 1000 : 1)
        : Number.NaN
  return ms >= timeMin && ms <= timeMax ? Math.round(ms) : null
}
