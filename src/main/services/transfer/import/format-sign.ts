import { fail } from '../../../../shared/errors.ts'
import type { TransferFormat } from '../../../../shared/transfer.ts'
import { atelierFormat, atelierVersion } from '../atelier-format.ts'
import { contentOf, type SourceFile } from './import-source.ts'
import { type JsonChoice, type JsonPath, jsonValues } from './json-values.ts'

/**
 * Resolves to the format that the names at the beginning of a JSON file show, or to null. Throws an AppFailure:
 * `import_damaged` or `import_not_read` for a file that ends or breaks before, `not_importable` for an export of a
 * newer Atelier.
 */
export async function signOf(file: SourceFile, signal: AbortSignal): Promise<TransferFormat | null> {
  const signs = new Signs()
  const untilTold = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of contentOf(file, signal)) {
      yield chunk
      if (signs.told !== null) return
    }
  }
  try {
    for await (const { path, value } of jsonValues(untilTold(), (path) => signs.choosePart(path))) {
      const told = signs.readField(path[0], value)
      if (told !== null) return told
    }
  } catch (cause) {
    // after detection the rest is not read
    if (signs.told === null) throw cause
  }
  return signs.told
}

/** Names within these that show their format. */
const parents = new Set<string | number>(['chat', 'state', 'data'])

class Signs {
  told: TransferFormat | null = null
  private isAtelier = false
  /** Names of the chat being read. */
  private seen = new Set<string | number>()
  private index: string | number | undefined

  choosePart(path: JsonPath): JsonChoice {
    const [first, ...rest] = path
    if (first === undefined) return 'enter'
    // a list may begin with entries that are not chats
    if (typeof first === 'number') return rest.length === 0 ? 'enter' : this.inChat(first, rest)
    if (first === 'conversations' || first === 'chats') return this.inList(rest)
    this.told ??= formatOfKey(first)
    const choice = this.inChat('', path)
    return first === 'format' || first === 'version' ? 'take' : choice
  }

  /** Takes a field of Atelier's export; returns its format once it is certain. */
  readField(field: string | number | undefined, value: unknown): TransferFormat | null {
    if (field === 'format') this.isAtelier = value === atelierFormat
    if (field !== 'version' || !this.isAtelier) return null
    return value === atelierVersion ? 'atelier' : fail('not_importable', 'an export of a newer version')
  }

  /** Chats in a list within an object. */
  private inList([index, ...rest]: JsonPath): JsonChoice {
    if (index === undefined || (typeof index === 'number' && rest.length === 0)) return 'enter'
    return this.inChat(index, rest)
  }

  private inChat(index: string | number, path: JsonPath): JsonChoice {
    const [field = '', inner] = path
    if (this.index !== index) this.seen.clear()
    this.index = index
    this.seen.add(field)
    this.told ??= formatOfChat(field, inner, this.seen)
    return path.length === 1 && parents.has(field) ? 'enter' : 'skip'
  }
}

const lobeTables = new Set<string | number>(['sessions', 'topics', 'messages', 'inbox'])

/** Returns the format of a file with this name at its top. */
function formatOfKey(key: string): TransferFormat | null {
  if (key === 'indexedDB') return 'cherry-studio'
  return /^(chat-sessions|chat-sessions-list|__exported_items)$|^session:/.test(key) ? 'chatbox' : null
}

/** Returns the format of a chat, or of a whole file, with these names. */
function formatOfChat(
  field: string | number,
  inner: string | number | undefined,
  seen: ReadonlySet<string | number>,
): TransferFormat | null {
  if (field === 'mapping') return 'chatgpt'
  if (field === 'chat_messages') return 'claude'
  if (field === 'chat') return inner === 'history' || inner === 'messages' ? 'open-webui' : null
  if (seen.has('conversationId') && (seen.has('messages') || seen.has('messagesTree'))) return 'librechat'
  if (field === 'state' || field === 'data') return lobeTables.has(inner ?? '') ? 'lobehub' : null
  return null
}
