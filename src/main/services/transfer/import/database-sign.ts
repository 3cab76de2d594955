import { AppFailure } from '../../../../shared/errors.ts'
import type { TransferFormat } from '../../../../shared/transfer.ts'
import { contentOf, type ImportSource, type SourceFile } from './import-source.ts'
import { isSqlite, SqliteFile } from './sqlite-file.ts'

/** Most databases of an archive that are looked into. */
const databasesMax = 20

/** The first database that is a program's chats; null for none. */
export async function recognisedDatabase(
  { files }: ImportSource,
  signal: AbortSignal,
  copy: (file: SourceFile) => Promise<string>,
): Promise<{ readonly format: TransferFormat; readonly files: readonly SourceFile[] } | null> {
  const named = [...files.values()].filter(({ name }) => files.size === 1 || /\.(db|sqlite|sqlite3)$/i.test(name))
  for (const file of named.slice(0, databasesMax)) {
    if (!isSqlite(await headOf(file, signal))) continue
    const format = formatOf(await copy(file))
    if (format !== null) return { format, files: [file] }
  }
  return null
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
