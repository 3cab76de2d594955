import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isToolFolder } from '../../../../shared/passed-over-folders.ts'
import { looksLikeSound } from '../../../../shared/sound-files.ts'
import type { MediaReader } from '../../../media/media-reader.ts'
import { recordingMimeOf } from '../../../media/recording.ts'
import { hashReferred } from '../../../media/streamed-copy.ts'
import type { FileContent, FolderListing, FolderView, ListedFile } from './folder-view.ts'

/** Recorders make a folder a day at most; deeper folders hold other things. */
const depthMax = 6
/** Maximum number of entries of a folder that are looked at. */
const entriesMax = 50_000
/** Folders that systems create on a drive, some of them unreadable. */
const systemFolder = /^(lost\+found|System Volume Information|\$RECYCLE\.BIN)$/i

export interface DiskFolderParts {
  readonly reader: Pick<MediaReader, 'readLength'>
  /** Ends what is being read. */
  readonly signal: AbortSignal
}

/** A folder on a disk or a network drive. Follows no links, and leaves out hidden files. */
export class DiskFolder implements FolderView {
  private readonly parts: DiskFolderParts

  constructor(parts: DiskFolderParts) {
    this.parts = parts
  }

  async list(folder: string): Promise<FolderListing | null> {
    const files: ListedFile[] = []
    let seen = 0
    let isCut = false
    const walk = async (path: string, depth: number): Promise<void> => {
      for (const entry of await entriesOf(join(folder, path), depth > 0)) {
        seen += 1
        if (seen > entriesMax) isCut = true
        if (isCut) return
        const { name } = entry
        if (name.startsWith('.') || name.includes('\\')) continue
        const inner = path === '' ? name : `${path}/${name}`
        if (entry.isDirectory()) {
          if (isToolFolder(name) || systemFolder.test(name)) continue
          if (depth < depthMax) await walk(inner, depth + 1)
        } else if (entry.isFile()) {
          const file = await listed(folder, inner)
          if (file !== null) files.push(file)
        }
      }
    }
    try {
      await walk('', 0)
    } catch {
      return null
    }
    return { files, isCut }
  }

  async read(folder: string, path: string): Promise<FileContent | null> {
    const whole = join(folder, path)
    const { reader, signal } = this.parts
    try {
      // a link that took its place since the listing is not followed
      if (!(await lstat(whole)).isFile()) return null
      const mime = await recordingMimeOf(whole)
      const { bytes, id: hash, modifiedAt } = await hashReferred({ path: whole, temporary: false, signal })
      const duration = mime === null ? null : await reader.readLength(whole, signal).catch(() => null)
      return { hash, bytes, modifiedAt, isSound: mime !== null, duration }
    } catch {
      return null
    }
  }
}

/** Returns the entries of a folder, by name; none if an inner folder was removed meanwhile. */
async function entriesOf(path: string, isInner: boolean): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true })
    return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  } catch (cause) {
    if (isInner && isGone(cause)) return []
    throw cause
  }
}

/** Returns a file with its size and time; null if it is no recording by its name, or was removed meanwhile. */
async function listed(folder: string, path: string): Promise<ListedFile | null> {
  // a name can exclude a file before its size is known; a size can exclude TypeScript
  if (!looksLikeSound({ name: path, type: '', size: Number.POSITIVE_INFINITY })) return null
  try {
    const { mtimeMs, size } = await lstat(join(folder, path))
    return looksLikeSound({ name: path, type: '', size }) ? { path, bytes: size, modifiedAt: mtimeMs } : null
  } catch (cause) {
    if (isGone(cause)) return null
    throw cause
  }
}

function isGone(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')
}
