import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../../storage/folder-sync.ts'

/** How long an unfinished download is kept, in ms. */
const keptMs = 7 * 24 * 60 * 60_000

const noteSchema = z.object({ sha512: z.string(), etag: z.string().regex(/^"[\u0021\u0023-\u007e]{1,200}"$/) })

/** The bytes of a download that was cut, and the version of the file that they belong to. */
export interface Received {
  readonly bytes: number
  /** A strong ETag: equal bytes (RFC 9110, 8.8.3). */
  readonly etag: string
}

/** One unfinished download, in a folder of its own: electron-updater empties its folder after each failure. */
export class PartialDownload {
  private readonly folder: string
  readonly path: string

  constructor(folder: string) {
    this.folder = folder
    this.path = join(folder, 'download.part')
  }

  /** What has come of the file with this sha512; null where a download has to begin anew. */
  received(sha512: string): Received | null {
    try {
      const note = noteSchema.parse(JSON.parse(readFileSync(this.note, 'utf8')))
      const { size } = statSync(this.path)
      return note.sha512 === sha512 && size > 0 ? { bytes: size, etag: note.etag } : null
    } catch {
      return null
    }
  }

  /** Begins anew. `etag` is the answer's; without a strong one the download cannot go on after a cut. */
  async begin(sha512: string, etag: string | null): Promise<FileHandle> {
    this.drop()
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    const file = await open(this.path, 'w', 0o600)
    const note = noteSchema.safeParse({ sha512, etag }).data
    if (note !== undefined) replaceFile(this.note, JSON.stringify(note))
    return file
  }

  /** Goes on behind what has come. */
  async goOn(): Promise<FileHandle> {
    return await open(this.path, 'a')
  }

  /** The sha512 of what has come, as base64. */
  async hash(): Promise<string> {
    const hash = createHash('sha512')
    for await (const chunk of createReadStream(this.path)) hash.update(chunk)
    return hash.digest('base64')
  }

  /** Hands over the whole file. */
  moveTo(destination: string): void {
    renameSync(this.path, destination)
    this.drop()
  }

  drop(): void {
    rmSync(this.note, { force: true })
    rmSync(this.path, { force: true })
  }

  /** Removes a download that nobody went on with for a week. */
  tidy(now: number): void {
    const changed = statSync(this.path, { throwIfNoEntry: false })?.mtimeMs
    if (changed !== undefined && now - changed > keptMs) this.drop()
  }

  private get note(): string {
    return join(this.folder, 'download.json')
  }
}
