import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../../storage/folder-sync.ts'

/** How long an unfinished download is kept, in ms. */
const keptMs = 7 * 24 * 60 * 60_000

const noteSchema = z.object({ sha512: z.string(), etag: z.string().regex(/^"[\u0021\u0023-\u007e]{1,200}"$/) })

/** The bytes of an interrupted download, and the file version that they belong to. */
export interface Received {
  readonly bytes: number
  /** A strong ETag: equal bytes (RFC 9110, 8.8.3). */
  readonly etag: string
}

/** One unfinished download, in its own folder: electron-updater empties its folder after each failure. */
export class PartialDownload {
  private readonly folder: string
  readonly path: string

  constructor(folder: string) {
    this.folder = folder
    this.path = join(folder, 'download.part')
  }

  /** Returns the received part of the file with this sha512; null if a download must start over. */
  received(sha512: string): Received | null {
    try {
      const note = noteSchema.parse(JSON.parse(readFileSync(this.notePath, 'utf8')))
      const { size } = statSync(this.path)
      return note.sha512 === sha512 && size > 0 ? { bytes: size, etag: note.etag } : null
    } catch {
      return null
    }
  }

  /** Starts over. `etag` is the answer's; without a strong one the download cannot resume after an interruption. */
  async beginDownload(sha512: string, etag: string | null): Promise<FileHandle> {
    this.drop()
    mkdirSync(this.folder, { recursive: true, mode: 0o700 })
    const file = await open(this.path, 'w', 0o600)
    const note = noteSchema.safeParse({ sha512, etag }).data
    if (note !== undefined) replaceFile(this.notePath, JSON.stringify(note))
    return file
  }

  /** Opens the file to resume after the received bytes. */
  async openForResume(): Promise<FileHandle> {
    return await open(this.path, 'a')
  }

  /** Resolves to the sha512 of the received bytes, as base64. */
  async hash(): Promise<string> {
    const hash = createHash('sha512')
    for await (const chunk of createReadStream(this.path)) hash.update(chunk)
    return hash.digest('base64')
  }

  /** Moves the complete file to its destination. */
  moveTo(destination: string): void {
    renameSync(this.path, destination)
    this.drop()
  }

  drop(): void {
    rmSync(this.notePath, { force: true })
    rmSync(this.path, { force: true })
  }

  /** Removes a download that was not resumed for a week. */
  tidy(now: number): void {
    const changed = statSync(this.path, { throwIfNoEntry: false })?.mtimeMs
    if (changed !== undefined && now - changed > keptMs) this.drop()
  }

  private get notePath(): string {
    return join(this.folder, 'download.json')
  }
}
