import { randomUUID } from 'node:crypto'

/** A file served without a key, under an address that cannot be guessed. */
export interface ShelvedFile {
  readonly type: string
  /** The bytes, or the path of the file on disk. */
  readonly content: Buffer | { readonly path: string }
  /** How its link misbehaves. */
  readonly trouble: LinkTrouble
}

export interface LinkTrouble {
  readonly dead?: boolean
  readonly redirect?: boolean
  readonly web?: boolean
  readonly cut?: boolean
  /** Delay before the first byte, in ms. */
  readonly slow?: number
}

export interface FileShelf {
  /** Adds a file and returns its path, which begins with `/files/`. */
  add(file: ShelvedFile, extension: string): string
  /** Looks up a file by path; undefined when it is unknown or has expired. */
  find(path: string): ShelvedFile | undefined
}

export interface FileShelfOptions {
  readonly now: () => number
  /** Milliseconds until a file expires; one hour by default. */
  readonly life?: number
  /** Maximum number of bytes held in memory; the oldest files are evicted first. 256 MB by default. */
  readonly maxBytes?: number
}

/** Keeps generated files in memory until they expire. */
export function createFileShelf(options: FileShelfOptions): FileShelf {
  const life = options.life ?? 60 * 60 * 1000
  const maxBytes = options.maxBytes ?? 256 * 1024 * 1024
  const files = new Map<string, { file: ShelvedFile; bytes: number; expires: number }>()

  function tidy(): void {
    let bytes = 0
    for (const [path, entry] of [...files].toReversed()) {
      bytes += entry.bytes
      if (bytes > maxBytes || entry.expires <= options.now()) files.delete(path)
    }
  }

  return {
    add(file, extension) {
      const path = `/files/${randomUUID()}.${extension}`
      const bytes = Buffer.isBuffer(file.content) ? file.content.length : 0
      files.set(path, { file, bytes, expires: options.now() + life })
      tidy()
      return path
    },
    find(path) {
      const entry = files.get(path)
      return entry && entry.expires > options.now() ? entry.file : undefined
    },
  }
}
