import { BufferTarget, StreamTarget, type Target } from 'mediabunny'

/** A file that a film is encoded into. */
export interface FilmFile {
  readonly target: Target
  /** Resolves to the written file. */
  readonly read: () => Promise<Blob>
  /** Removes it. */
  readonly discard: () => Promise<void>
}

/** Makes a file in the page's private folder on the disk; in memory where the browser has no such folder. */
export async function filmFile(): Promise<FilmFile> {
  return (await fileOnDisk().catch(() => null)) ?? fileInMemory()
}

const prefix = 'film-'

/** Removes files of earlier pages that closed while they encoded. A file that is being written cannot be removed. */
async function removeLeftovers(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const name of folder.keys())
    if (name.startsWith(prefix)) await folder.removeEntry(name).catch(() => undefined)
}

async function fileOnDisk(): Promise<FilmFile> {
  const folder = await navigator.storage.getDirectory()
  await removeLeftovers(folder)
  const name = `${prefix}${crypto.randomUUID()}`
  const handle = await folder.getFileHandle(name, { create: true })
  const writable = await handle.createWritable()
  return {
    target: new StreamTarget(writable, { chunked: true }),
    read: async () => await handle.getFile(),
    discard: async () => await folder.removeEntry(name).catch(() => undefined),
  }
}

function fileInMemory(): FilmFile {
  const target = new BufferTarget()
  return {
    target,
    read: async () => new Blob(target.buffer === null ? [] : [target.buffer]),
    discard: async () => undefined,
  }
}
