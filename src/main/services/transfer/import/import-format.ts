import { AppFailure, appError, fail } from '../../../../shared/errors.ts'
import type { TransferFormat } from '../../../../shared/transfer.ts'
import { atelierName } from '../atelier-format.ts'
import { readAtelier } from './atelier.ts'
import { readChatbox } from './chatbox.ts'
import { readChatGpt } from './chatgpt.ts'
import { dataName, readCherryStudio } from './cherry-studio.ts'
import { readClaude } from './claude.ts'
import { databasesIn, noDatabases } from './database-sign.ts'
import { readDeepChat } from './deepchat.ts'
import { signOf } from './format-sign.ts'
import type { ImportSource, SourceFile } from './import-source.ts'
import { readLibreChat } from './librechat.ts'
import { readLobeHub } from './lobehub.ts'
import { markdownFilesOf, readMarkdown } from './markdown.ts'
import { readOpenWebUi } from './open-webui.ts'
import type { PortableSource } from './portable-items.ts'

/** The reader of each format. */
export const portableSources: Readonly<Record<TransferFormat, PortableSource>> = {
  atelier: readAtelier,
  chatgpt: readChatGpt,
  'cherry-studio': readCherryStudio,
  chatbox: readChatbox,
  'open-webui': readOpenWebUi,
  claude: readClaude,
  librechat: readLibreChat,
  lobehub: readLobeHub,
  deepchat: readDeepChat,
  markdown: readMarkdown,
}

/** A recognised import: its format, and its files with that format's content. */
export interface RecognisedImport {
  readonly format: TransferFormat
  readonly files: readonly SourceFile[]
  /** Names of files with chats of other formats, and of damaged files. */
  readonly unread: readonly string[]
}

/** Maximum number of JSON files of an archive that are examined. */
const filesMax = 20_000

/**
 * Recognises an import by its content. Throws an AppFailure `not_importable` for unknown formats and for exports of a
 * newer Atelier; `import_raw_copy` for data only the program itself can read.
 */
export async function recognised(
  source: ImportSource,
  signal: AbortSignal,
  copy: (file: SourceFile) => Promise<string>,
): Promise<RecognisedImport> {
  // a whole export in one file is imported alone
  const isWhole = source.files.has(atelierName) || source.files.has(dataName)
  const databases = isWhole ? noDatabases : await databasesIn(source, signal, copy)
  if (databases.format === null && isRawCopy(source))
    fail('import_raw_copy', 'databases of a browser, without data.json')
  const json = await jsonIn(source, signal)
  if (databases.format !== null) {
    const beside = json.files.map(({ name }) => name)
    return { ...databases, format: databases.format, unread: [...databases.unread, ...beside, ...json.unread] }
  }
  const unread = [...json.unread, ...databases.unread]
  if (json.format !== null) return { format: json.format, files: json.files, unread }
  const files = markdownFilesOf(source)
  // its reader names all other files
  if (files.length > 0) return { format: 'markdown', files, unread: [] }
  throw databases.fault ?? json.fault ?? new AppFailure(appError('not_importable', 'nothing in it that is known'))
}

/**
 * Returns true for a copy of a browser's databases. Newer versions of Cherry Studio copy them unchanged, and only a
 * browser can open them.
 */
function isRawCopy({ files }: ImportSource): boolean {
  if (files.has(dataName) || files.has(atelierName)) return false
  return [...files.keys()].some((name) => /^(IndexedDB|Local Storage)\//.test(name))
}

/** JSON files of an import. */
interface FoundJson {
  readonly format: TransferFormat | null
  readonly files: readonly SourceFile[]
  readonly unread: readonly string[]
  readonly fault: AppFailure | null
}

/**
 * Finds the JSON files with chats. An archive may have its chats in many files, next to files of other content. The
 * first format that is found counts.
 */
async function jsonIn(source: ImportSource, signal: AbortSignal): Promise<FoundJson> {
  const whole = source.files.get(atelierName) ?? source.files.get(dataName)
  const candidates = whole === undefined ? candidatesOf(source) : [whole]
  const files: SourceFile[] = []
  const unread: string[] = []
  let format: TransferFormat | null = null
  let fault: AppFailure | null = null
  for (const file of candidates) {
    const sign = await signIn(file, signal)
    if (sign instanceof AppFailure) {
      fault ??= sign
      unread.push(file.name)
    } else if (sign !== null && (format ?? sign) === sign) {
      format = sign
      files.push(file)
    } else if (sign !== null) unread.push(file.name)
  }
  return { format, files, unread, fault }
}

function candidatesOf({ files }: ImportSource): readonly SourceFile[] {
  // a single file may have any name
  if (files.size === 1) return [...files.values()]
  const named = [...files.values()].filter(({ name }) => /\.json$/i.test(name))
  if (named.length > filesMax) fail('import_not_read', 'far too many files')
  return named.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Resolves to the format of a file; null for an unknown one, and the fault for JSON that cannot be read. */
async function signIn(file: SourceFile, signal: AbortSignal): Promise<TransferFormat | AppFailure | null> {
  try {
    return await signOf(file, signal)
  } catch (cause) {
    if (!(cause instanceof AppFailure)) throw cause
    const { code } = cause.error
    // invalid JSON of another name is an unknown format
    if (code === 'import_damaged' && !/\.json$/i.test(file.name)) return null
    if (code === 'import_damaged' || code === 'import_not_read') return cause
    throw cause
  }
}
