import { AppFailure, fail } from '../../../../shared/errors.ts'
import type { TransferFormat } from '../../../../shared/transfer.ts'
import { atelierFormat, atelierName, atelierVersion } from '../atelier-format.ts'
import { readAtelier } from './atelier.ts'
import { readChatbox } from './chatbox.ts'
import { conversationsName, readChatGpt } from './chatgpt.ts'
import { dataName, readCherryStudio } from './cherry-studio.ts'
import { contentOf, type ImportSource, type SourceFile } from './import-source.ts'
import { jsonValues } from './json-values.ts'
import type { PortableSource } from './portable-items.ts'

/** The reader of each format. */
export const portableSources: Readonly<Record<TransferFormat, PortableSource>> = {
  atelier: readAtelier,
  chatgpt: readChatGpt,
  'cherry-studio': readCherryStudio,
  chatbox: readChatbox,
}

/** The JSON files of a format. */
export function jsonFilesOf(source: ImportSource): readonly SourceFile[] {
  const files = [...source.files.values()]
  const known = source.files.get(atelierName) ?? source.files.get(dataName)
  if (known !== undefined) return [known]
  const conversations = files.filter(({ name }) => conversationsName.test(name))
  return conversations.length > 0 ? conversations : files.length === 1 ? files : []
}

/**
 * Detects the format by the beginning of the JSON. Throws an AppFailure `not_importable` for unknown formats and for
 * exports of a newer Atelier; `import_raw_copy` for data only the program itself can read.
 */
export async function formatOf(source: ImportSource, signal: AbortSignal): Promise<TransferFormat> {
  if (isRawCopy(source)) fail('import_raw_copy', 'databases of a browser, without data.json')
  const [file] = jsonFilesOf(source)
  if (file === undefined) return fail('not_importable', 'no file in it that is known')
  try {
    return (await firstSign(file, signal)) ?? fail('not_importable', 'nothing in it that is known')
  } catch (cause) {
    // invalid JSON is an unknown format
    if (cause instanceof AppFailure && cause.error.code === 'import_damaged' && !file.name.endsWith('.json'))
      return fail('not_importable', cause.error.detail)
    throw cause
  }
}

/** Newer versions of Cherry Studio copy their browser's databases unchanged. Only a browser can open those. */
function isRawCopy({ files }: ImportSource): boolean {
  if (files.has(dataName) || files.has(atelierName)) return false
  return [...files.keys()].some((name) => /^(IndexedDB|Local Storage)\//.test(name))
}

async function firstSign(file: SourceFile, signal: AbortSignal): Promise<TransferFormat | null> {
  let told: TransferFormat | null = null
  let isAtelier = false
  const untilTold = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of contentOf(file, signal)) {
      yield chunk
      if (told !== null) return
    }
  }
  const values = jsonValues(untilTold(), ([top, field, ...more]) => {
    if (top === undefined || (top === 0 && field === undefined)) return 'enter'
    // a list without names: the fields of its first element identify the format
    if (top === 0 && field === 'mapping') told = 'chatgpt'
    if (typeof top === 'number' || field !== undefined || more.length > 0) return 'skip'
    told ??= formatOfKey(top)
    return top === 'format' || top === 'version' ? 'take' : 'skip'
  })
  try {
    for await (const { path, value } of values) {
      const [top] = path
      if (top === 'format') isAtelier = value === atelierFormat
      if (top === 'version' && isAtelier)
        return value === atelierVersion ? 'atelier' : fail('not_importable', 'an export of a newer version')
    }
  } catch (cause) {
    // after detection the rest is not read
    if (told === null) throw cause
  }
  return told
}

function formatOfKey(key: string): TransferFormat | null {
  if (key === 'indexedDB') return 'cherry-studio'
  return /^(chat-sessions|chat-sessions-list|__exported_items)$|^session:/.test(key) ? 'chatbox' : null
}
