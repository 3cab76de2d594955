import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { AppFailure, appError, fail } from '../../shared/errors.ts'
import { isInside } from '../security/safe-path.ts'
import { secretTest } from '../security/secret-folder.ts'
import { syncFolder } from '../storage/folder-sync.ts'
import { type Listing, type Place, partSuffix } from './place.ts'

/**
 * Opens a folder on another drive, a network drive, or one that a program syncs. Throws an AppFailure:
 * `target_not_absolute`, `folder_not_found`, or `folder_not_allowed` for the data folder and any folder around or
 * inside it.
 */
export async function openFolderPlace(typed: string, dataFolder: string): Promise<Place> {
  const wanted = typed.trim()
  if (!isAbsolute(wanted) || /\p{Cc}/u.test(wanted)) fail('target_not_absolute', 'no absolute path')
  const root = await realpath(wanted).catch(() => fail('folder_not_found', 'the folder is not there'))
  if (!(await stat(root)).isDirectory()) fail('folder_not_found', 'it is a file')
  const own = await realpath(dataFolder)
  if (root === own || isInside(own, root) || isInside(root, own)) fail('folder_not_allowed', 'the data folder itself')
  if ((await secretTest())(root)) fail('folder_not_allowed', 'a folder of secrets')
  return new FolderPlace(root)
}

class FolderPlace implements Place {
  private readonly root: string

  constructor(root: string) {
    this.root = root
  }

  async listFolder(folder: string): Promise<Listing> {
    const path = join(this.root, folder)
    const entries = await readdir(path, { withFileTypes: true }).catch(async (cause: unknown) => {
      // a disconnected drive must not look like an empty folder
      await stat(this.root).catch(() => fail('folder_not_found', 'the folder is not there'))
      if (codeOf(cause) === 'ENOENT') return []
      throw failed(cause)
    })
    const files = await Promise.all(
      entries.map(async (entry) => ({
        name: entry.name,
        bytes: entry.isFile()
          ? await lstat(join(path, entry.name)).then(
              ({ size }) => size,
              () => null,
            )
          : null,
        isFolder: entry.isDirectory(),
      })),
    )
    return { files, whole: true }
  }

  async size(path: string): Promise<number | null> {
    const found = await lstat(join(this.root, path)).catch((cause: unknown) => {
      if (codeOf(cause) === 'ENOENT') return null
      throw failed(cause)
    })
    return found?.isFile() ? found.size : null
  }

  async lacks(path: string): Promise<boolean> {
    return (await this.size(path)) === null
  }

  async readFile(path: string, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
    try {
      const file = await open(join(this.root, path), constants.O_RDONLY | constants.O_NOFOLLOW)
      try {
        const { size } = await file.stat()
        if (size > bytesMax) fail('place_changed', `${size} bytes instead of ${bytesMax}`)
        return new Uint8Array(await file.readFile())
      } finally {
        await file.close()
      }
    } catch (cause) {
      throw failed(cause)
    }
  }

  async writeFile(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const target = join(this.root, path)
    const part = `${target}.${randomUUID()}${partSuffix}`
    try {
      await mkdir(dirname(target), { recursive: true })
      const file = await open(part, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, target)
      syncFolder(dirname(target))
    } catch (cause) {
      await rm(part, { force: true }).catch(() => undefined)
      throw failed(cause)
    }
  }

  async removeFile(path: string): Promise<void> {
    await rm(join(this.root, path), { force: true }).catch((cause: unknown) => {
      throw failed(cause)
    })
  }
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

function failed(cause: unknown): AppFailure {
  if (cause instanceof AppFailure) return cause
  const code = codeOf(cause)
  if (code === 'ENOENT' || code === 'ENOTDIR') return new AppFailure(appError('not_found', code), { cause })
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppFailure(appError('place_full', code), { cause })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new AppFailure(appError('place_read_only', code), { cause })
  if (code === 'EFBIG') return new AppFailure(appError('place_too_large', code), { cause })
  return new AppFailure(appError('place_lost', code === '' ? 'the folder cannot be reached' : code), { cause })
}
