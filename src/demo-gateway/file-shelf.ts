import { randomUUID } from 'node:crypto'

/** A file that the gateway serves without a key, by an address that cannot be guessed. */
export interface ShelvedFile {
  readonly type: string
  /** The content, or the path where it lies on disk. */
  readonly content: Buffer | { readonly path: string }
  /** How its link misbehaves. */
  readonly trouble: LinkTrouble
}

export interface LinkTrouble {
  readonly dead?: boolean
  readonly redirect?: boolean
  readonly web?: boolean
  readonly cut?: boolean
  /** Milliseconds before the first byte. */
  readonly slow?: number
}

export interface FileShelf {
  /** Puts a file on the shelf and gives its path, which begins with `/files/`. */
  add(file: ShelvedFile, extension: string): string
  /** The file of a path; undefined when there is none or it has expired. */
  find(path: string): ShelvedFile | undefined
}

export interface FileShelfOptions {
  readonly now: () => number
  /** Milliseconds until a file expires; default one hour, as links to results do. */
  readonly life?: number
  /** The most bytes that are held in memory; the oldest files go first. Default 256 MB. */
  readonly maxBytes?: number
}

/** Keeps generated files in memory for a while. */
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
