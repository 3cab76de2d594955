import { AppFailure } from '../../../../shared/errors.ts'
import type { TransferFormat } from '../../../../shared/transfer.ts'
import { contentOf, type ImportSource, type SourceFile } from './import-source.ts'
import { isSqlite, SqliteFile } from './sqlite-file.ts'

/** Maximum number of databases of an archive that are examined. */
const databasesMax = 20
/** Length of a write-ahead log without any change. */
const emptyLogBytes = 32

/** The databases of an import. */
export interface FoundDatabases {
  /** Program of the first database that holds chats of a known program, or null. */
  readonly format: TransferFormat | null
  /** All databases that hold chats of that program. */
  readonly files: readonly SourceFile[]
  /** Names of files with chats, or of unknown content, that are not read. */
  readonly unread: readonly string[]
  /** Why the first damaged one cannot be read. */
  readonly fault: AppFailure | null
}

export const noDatabases: FoundDatabases = { format: null, files: [], unread: [], fault: null }

/** Looks for databases with chats. Throws the disk's error, or an AppFailure `storage_full` before one is found. */
export async function databasesIn(
  { files }: ImportSource,
  signal: AbortSignal,
  copy: (file: SourceFile) => Promise<string>,
): Promise<FoundDatabases> {
  const named = [...files.values()].filter(({ name }) => files.size === 1 || /\.(db|sqlite|sqlite3)$/i.test(name))
  const found: SourceFile[] = []
  const unread: string[] = []
  let format: TransferFormat | null = null
  let fault: AppFailure | null = null
  for (const file of named.slice(0, databasesMax)) {
    const sign = await signIn(file, signal, copy)
    if (sign instanceof AppFailure) {
      if (sign.error.code === 'storage_full' && format === null) throw sign
      fault ??= sign
      unread.push(file.name)
    } else if (sign !== null && (format ?? sign) === sign) {
      format = sign
      found.push(file)
    } else if (sign !== null) unread.push(file.name)
  }
  // the last changes of a program that ran during the copy
  const logs = found.map(({ name }) => files.get(`${name}-wal`)).filter((log) => log !== undefined)
  unread.push(...logs.filter(({ bytes }) => bytes > emptyLogBytes).map(({ name }) => name))
  return { format, files: found, unread, fault }
}

/** Resolves to the program of a database; null for an unknown one, and to its fault if it cannot be read. */
async function signIn(
  file: SourceFile,
  signal: AbortSignal,
  copy: (file: SourceFile) => Promise<string>,
): Promise<TransferFormat | AppFailure | null> {
  try {
    return isSqlite(await headOf(file, signal)) ? formatOf(await copy(file)) : null
  } catch (cause) {
    if (cause instanceof AppFailure) return cause
    throw cause
  }
}

async function headOf(file: SourceFile, signal: AbortSignal): Promise<Buffer> {
  try {
    for await (const chunk of contentOf(file, signal)) return chunk
  } catch (cause) {
    if (!(cause instanceof AppFailure)) throw cause
  }
  return Buffer.alloc(0)
}

function formatOf(path: string): TransferFormat | null {
  const database = new SqliteFile(path)
  try {
    if (database.has('topic', 'id') && database.has('message', 'id', 'role', 'data')) return 'cherry-studio'
    if (database.has('deepchat_messages', 'session_id', 'content')) return 'deepchat'
    return database.has('messages', 'msg_id', 'conversation_id', 'content') ? 'deepchat' : null
  } finally {
    database.close()
  }
}
