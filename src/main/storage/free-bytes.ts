import { statfs } from 'node:fs/promises'

/** How many bytes a person's files may still take on the disk that a folder is on. Rejects with what the file system says. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
