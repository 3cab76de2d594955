import { statfs } from 'node:fs/promises'

/** Resolves to the free bytes for this user on a folder's disk. Rejects with the file system's error. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
