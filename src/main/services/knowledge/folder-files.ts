import { constants } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { folderBytesMax, folderFilesMax, textFileMax } from '../../../shared/knowledge-limits.ts'
import { isToolFolder } from '../../../shared/passed-over-folders.ts'
import { isInside } from '../../security/safe-path.ts'
import { isSecretPath, secretTest } from '../../security/secret-folder.ts'
import { passageBytesMax } from '../documents/document-passages.ts'
import { isDocumentName, isReadableName } from '../documents/file-text.ts'
import { isPassedOver } from './folder-names.ts'

/** A file of a folder that may hold text. */
export interface FolderFile {
  /** Path relative to the folder, with forward slashes. */
  readonly path: string
  readonly bytes: number
  /** Modification time in ms. */
  readonly modifiedAt: number
}

export interface FolderListing {
  readonly files: readonly FolderFile[]
  /** Folders in it that could not be read: their content is not known. */
  readonly unread: readonly string[]
  /** True if there is more than the bounds allow. */
  readonly isCut: boolean
}

/** Maximum depth, and maximum number of entries that are examined. */
const depthMax = 24
const entriesMax = 100_000

/**
 * Resolves to the readable files of a folder, by path. Files whose names promise no text follow as far as there is
 * room. Hidden files, symbolic links and secrets are skipped. Rejects if the folder itself cannot be read.
 */
export async function folderFiles(folder: string): Promise<FolderListing> {
  const isSecret = await secretTest()
  // also a folder that was chosen by an earlier version
  if (isSecret(folder)) return { files: [], unread: [], isCut: false }
  const files: FolderFile[] = []
  const others: string[] = []
  const unread: string[] = []
  let [bytes, seen, isCut, isFull] = [0, 0, false, false]
  const statsOf = async (path: string): Promise<FolderFile | null> => {
    const found = await lstat(join(folder, ...path.split('/'))).catch(() => null)
    return found?.isFile() ? { path, bytes: found.size, modifiedAt: found.mtimeMs } : null
  }
  const add = (file: FolderFile): void => {
    bytes += Math.min(file.bytes, passageBytesMax(file.path))
    files.push(file)
  }
  const walk = async (path: string, depth: number): Promise<void> => {
    if (depth > depthMax) {
      isCut = true
      return
    }
    const here = path === '' ? folder : join(folder, ...path.split('/'))
    const entries = await readdir(here, { withFileTypes: true }).catch((cause: unknown) => {
      if (depth === 0) throw cause
      unread.push(path)
      return []
    })
    // a data folder of Atelier, perhaps moved here since: it holds data that were deleted elsewhere
    if (entries.some(({ name }) => name === 'atelier.db')) return
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      seen += 1
      if (seen > entriesMax) isCut = true
      if (seen > entriesMax || isFull) return
      if (entry.name.startsWith('.') || entry.name.includes('\\')) continue
      if (isSecret(join(here, entry.name))) continue
      const inner = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory()) {
        if (!isToolFolder(entry.name)) await walk(inner, depth + 1)
      } else if (entry.isFile() && !isPassedOver(entry.name)) {
        if (!isReadableName(entry.name) && !isDocumentName(entry.name)) {
          others.push(inner)
          continue
        }
        if (files.length >= folderFilesMax) {
          isFull = true
          isCut = true
          return
        }
        const file = await statsOf(inner)
        if (file === null) continue
        if (bytes + file.bytes > folderBytesMax) isCut = true
        else add(file)
      }
    }
  }
  await walk('', 0)
  // photos and disk images must not displace documents, and nobody misses those that do not fit
  for (const path of others) {
    if (files.length >= folderFilesMax) break
    const file = await statsOf(path)
    if (file !== null && file.bytes <= textFileMax && bytes + file.bytes <= folderBytesMax) add(file)
  }
  return { files, unread, isCut }
}

/** Outcome of reading a file: its bytes, or why there are none. */
export type ReadFile = Uint8Array<ArrayBuffer> | 'gone' | 'too_large' | 'unreadable'

/**
 * Reads a file of a folder. Refuses a path that leaves the folder by a symbolic link, even one made since the listing.
 */
export async function readFolderFile(folder: string, path: string): Promise<ReadFile> {
  const wanted = join(folder, ...path.split('/'))
  const real = await realpath(wanted).catch(() => null)
  if (real === null) return 'gone'
  // the folder was resolved when it was chosen, so a path with a link in it is another
  if (real !== wanted || !isInside(folder, real) || path.split('/').includes('..') || path.includes(`..${sep}`))
    return 'unreadable'
  if (isSecretPath(real)) return 'unreadable'
  return await readBounded(real, path)
}

/** Reads a file within the bound of its name; never follows a link or waits for a pipe. */
export async function readBounded(path: string, name: string): Promise<ReadFile> {
  const bytesMax = passageBytesMax(name)
  const found = await lstat(path).catch(() => null)
  if (found === null) return 'gone'
  if (!found.isFile()) return 'unreadable'
  if (found.size > bytesMax) return 'too_large'
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => null)
  if (file === null) return 'unreadable'
  try {
    const stats = await file.stat()
    if (!stats.isFile() || stats.ino !== found.ino) return 'unreadable'
    // a file that grows meanwhile is read to the bound at most
    const bytes = new Uint8Array(Math.min(stats.size, bytesMax))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytes.subarray(0, bytesRead)
  } catch {
    return 'unreadable'
  } finally {
    await file.close()
  }
}
