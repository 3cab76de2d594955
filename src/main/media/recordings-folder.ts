import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppFailure, fail } from '../../shared/errors.ts'
import { soundRecordingBytesMax } from '../../shared/sound-recording.ts'
import { storageFailure } from '../data-folder.ts'
import { OwnFiles } from '../storage/own-files.ts'
import { KeyedMutex } from '../threads/keyed-mutex.ts'

const noteSchema = z.object({
  name: z.string().max(255),
  /** ms since 1970. */
  startedAt: z.number(),
  /** ms of audio written so far. */
  duration: z.number(),
  /** True if the user ended it. */
  complete: z.boolean(),
  /** When it was discarded, ms since 1970. */
  discardedAt: z.number().nullable(),
  /** The last transcription job that received it. */
  jobId: z.string().nullable(),
})

/** Facts about a recording, stored next to its audio. */
export type RecordingNote = Readonly<z.infer<typeof noteSchema>>

export interface FoundRecording extends RecordingNote {
  readonly id: string
  readonly bytes: number
}

/** A recording is an audio file with a note next to it, both named by its id, a UUID. */
const soundName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.sound$/

/**
 * Running recordings as growing files: appended bytes are durable, even if the app ends right after. The files are
 * self-describing, so that they survive a database that is set aside.
 */
export class RecordingsFolder {
  private readonly folder: string
  private readonly own: OwnFiles
  private readonly turns = new KeyedMutex()

  constructor(dataFolder: string) {
    this.folder = join(dataFolder, 'recordings')
    this.own = new OwnFiles(this.folder, /^[0-9a-f-]{36}\.part$/)
  }

  soundPath(id: string): string {
    return join(this.folder, `${id}.sound`)
  }

  /** Returns a new name for a temporary file made from a recording; `clear` removes such files. */
  passingPath(): string {
    return this.own.newFile(`${randomUUID()}.part`)
  }

  /** Creates the empty file; an existing one is left unchanged. */
  async beginRecording(id: string, note: RecordingNote): Promise<void> {
    await this.guarded(id, async () => {
      if ((await this.readRecording(id)) !== null) return
      await mkdir(this.folder, { recursive: true, mode: 0o700 })
      await this.writeRecording(id, note)
      await (await open(this.soundPath(id), 'a', 0o600)).close()
    })
  }

  /**
   * Writes bytes at an offset within or at the end of the file. A repeated write is harmless, and completes a write
   * that a crash cut off. Durable when it resolves.
   */
  async append(id: string, at: number, bytes: Uint8Array, duration: number): Promise<void> {
    await this.guarded(id, async () => {
      const found = (await this.readRecording(id)) ?? fail('not_found', 'no such recording')
      if (found.discardedAt !== null) fail('not_found', 'the recording was discarded')
      if (at > found.bytes) fail('invalid_input', `at ${at}, but there are ${found.bytes} bytes`)
      if (at + bytes.length > soundRecordingBytesMax) fail('too_large', `more than ${soundRecordingBytesMax} bytes`)
      if (at + bytes.length <= found.bytes) return
      const file = await open(this.soundPath(id), 'r+')
      try {
        // a write may take fewer bytes than given
        for (let done = 0; done < bytes.length; )
          done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
        await file.datasync()
      } finally {
        await file.close()
      }
      await this.writeRecording(id, { ...found, duration: Math.max(found.duration, duration) })
    })
  }

  /** Changes the note of a recording; null for an unknown recording. */
  async change(id: string, changes: Partial<RecordingNote>): Promise<FoundRecording | null> {
    return await this.guarded(id, async () => {
      const found = await this.readRecording(id)
      if (found === null) return null
      await this.writeRecording(id, { ...found, ...changes })
      return { ...found, ...changes }
    })
  }

  async findRecording(id: string): Promise<FoundRecording | null> {
    return await this.guarded(id, () => this.readRecording(id))
  }

  /** Resolves to every recording, oldest first. */
  async listRecordings(): Promise<readonly FoundRecording[]> {
    const ids = (await this.fileNames()).flatMap((name) => soundName.exec(name)?.[1] ?? [])
    const found = await Promise.all(ids.map((id) => this.findRecording(id)))
    return found.filter((recording) => recording !== null).sort((a, b) => a.startedAt - b.startedAt)
  }

  async removeRecording(id: string): Promise<void> {
    await this.guarded(id, async () => {
      await rm(this.soundPath(id), { force: true })
      await rm(this.notePath(id), { force: true })
      await rm(`${this.notePath(id)}.new`, { force: true })
    })
  }

  /** Removes unused temporary files that were made here; call it before any are made. */
  async clear(): Promise<void> {
    for (const name of this.own.recordedNames()) await rm(join(this.folder, name), { force: true })
    this.own.forgetGone()
  }

  private notePath(id: string): string {
    return join(this.folder, `${id}.json`)
  }

  private async fileNames(): Promise<readonly string[]> {
    // no folder means that nothing was ever recorded
    return await readdir(this.folder).catch(() => [])
  }

  private async readRecording(id: string): Promise<FoundRecording | null> {
    const file = await stat(this.soundPath(id)).catch(() => null)
    if (!file?.isFile()) return null
    return { ...((await this.readNote(id)) ?? lostNote(file)), id, bytes: file.size }
  }

  private async readNote(id: string): Promise<RecordingNote | null> {
    try {
      return noteSchema.parse(JSON.parse(await readFile(this.notePath(id), 'utf8')))
    } catch {
      return null
    }
  }

  private async writeRecording(
    id: string,
    { name, startedAt, duration, complete, discardedAt, jobId }: RecordingNote,
  ): Promise<void> {
    const path = this.notePath(id)
    const file = await open(`${path}.new`, 'w', 0o600)
    try {
      await file.writeFile(JSON.stringify({ name, startedAt, duration, complete, discardedAt, jobId }))
    } finally {
      await file.close()
    }
    await rename(`${path}.new`, path)
  }

  private async guarded<T>(id: string, work: () => Promise<T>): Promise<T> {
    return await this.turns.run(id, async () => {
      try {
        return await work()
      } catch (cause) {
        throw cause instanceof AppFailure ? cause : storageFailure(cause, 'the recording')
      }
    })
  }
}

/** Rebuilds a lost note (power failure) from the file itself, because the audio matters most. */
function lostNote(file: { readonly birthtimeMs: number; readonly mtimeMs: number }): RecordingNote {
  const startedAt = Math.min(file.birthtimeMs, file.mtimeMs)
  return {
    name: 'recording.webm',
    startedAt,
    duration: file.mtimeMs - startedAt,
    complete: false,
    discardedAt: null,
    jobId: null,
  }
}
