import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createApp } from '../../src/main/app.ts'
import { makeBackup } from '../../src/main/services/backup/backup-maker.ts'
import { bringBack } from '../../src/main/services/backup/backup-restorer.ts'
import { Database } from '../../src/main/storage/database.ts'
import { databasePath } from '../../src/main/storage/open.ts'
import { newCopyName, noteRestore } from '../../src/main/storage/pending-restore.ts'
import { AppFailure } from '../../src/shared/errors.ts'
import { everything } from '../../src/shared/history-query.ts'
import { AppClient } from './app-client.ts'
import type { Temptations } from './backup-fuzz.ts'
import { sha256 } from './crafted-backup.ts'
import { fillDataFolder, holdingsOf } from './filled-folder.ts'
import { testPlatform } from './platform.ts'

/** Outcome of a made-up backup; `problem` is the broken promise. */
export interface BackupVerdict {
  /** `taken`, `undone` when the start fell back, or the code of the refusal. */
  readonly outcome: string
  readonly problem: string | null
}

const secret = 'the canary sings outside the data folder'
const quiet = (): void => undefined

/** A data folder with data that must stay intact, a listening socket and an outside file that must not be touched. */
export class BackupTrial {
  private readonly root = mkdtempSync(join(tmpdir(), 'atelier-trial-'))
  private readonly data = join(this.root, 'data')
  private readonly work = join(this.root, 'work')
  private server: Server | null = null
  private asked = 0
  private before: ReturnType<typeof holdingsOf> = {}

  /** Fills the folder; returns a valid backup of other data, and the targets of made-up ones. */
  async begin(): Promise<{ readonly good: Uint8Array; readonly temptations: Temptations }> {
    const template = join(this.root, 'template')
    await fillDataFolder(template, { messages: 30, files: 2, mark: 'mine' })
    const other = join(this.root, 'other')
    await fillDataFolder(other, { messages: 40, files: 3, mark: 'other' })
    mkdirSync(this.work)
    const path = join(this.root, 'good.atelier-backup')
    const about = { app: '1', madeAt: 9, settings: '{"theme":"light"}', passphrase: null }
    await makeBackup({ dataFolder: other, path, work: this.work, ...about }, quiet)
    const canary = join(this.root, 'canary.txt')
    writeFileSync(canary, secret)
    utimesSync(canary, 1_000, 1_000)
    this.server = createServer((socket) => {
      this.asked += 1
      socket.destroy()
    })
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
    const address = this.server.address()
    this.refill()
    return {
      good: readFileSync(path),
      temptations: {
        origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
        canary: {
          path: canary,
          bytes: secret.length,
          modifiedAt: statSync(canary).mtimeMs,
          id: sha256(Buffer.from(secret)),
        },
      },
    }
  }

  end(): void {
    this.server?.close()
    rmSync(this.root, { recursive: true, force: true })
  }

  /** Restores a backup and starts the app with it, as far as possible. */
  async verdictOn(bytes: Uint8Array): Promise<BackupVerdict> {
    const path = join(this.root, 'tried.atelier-backup')
    writeFileSync(path, bytes)
    rmSync(this.work, { recursive: true, force: true })
    mkdirSync(this.work)
    const copy = newCopyName()
    const task = { dataFolder: this.data, path, passphrase: null, work: this.work, copy }
    let brought: Awaited<ReturnType<typeof bringBack>>
    try {
      brought = await bringBack(task, quiet)
    } catch (cause) {
      if (!(cause instanceof AppFailure))
        return { outcome: 'threw', problem: `not refused in the app's words: ${String(cause)}` }
      const problem = this.isWhole() ? this.reached() : 'refused, and the state before is not whole'
      if (problem !== null) this.refill()
      return { outcome: cause.error.code, problem }
    }
    noteRestore(this.data, { copy, ...brought, before: '{"theme":"dark"}' }, 5)
    const verdict = await this.started().catch((cause: unknown) => ({
      outcome: 'no-start',
      problem: `the app did not start: ${cause instanceof Error ? cause.stack : String(cause)}`,
    }))
    this.refill()
    return verdict
  }

  private async started(): Promise<BackupVerdict> {
    const { platform } = testPlatform({ paths: { data: this.data, resources: join(this.root, 'none') } })
    const app = await createApp(platform, { demo: false })
    const refused: string[] = []
    let codes: readonly string[]
    try {
      const client = new AppClient(() => app)
      codes = (await client.call('app.info', {})).notices.map(({ code }) => code)
      for (const look of looks(client))
        await look().catch(
          (cause: unknown) => void refused.push(cause instanceof Error ? cause.message.slice(0, 300) : String(cause)),
        )
    } finally {
      await app.close()
    }
    if (codes.includes('restore_undone')) {
      const problem = this.isWhole() ? this.reached() : 'the start fell back to something else than was before'
      return { outcome: 'undone', problem }
    }
    const logged = platform.logged.find((line) => line.includes('"error"'))
    const problem =
      refused[0] ?? this.flaw() ?? this.reached() ?? (logged === undefined ? null : `it logged ${logged.slice(0, 300)}`)
    return { outcome: 'taken', problem }
  }

  /** The fault of the database in use; null when it is intact. */
  private flaw(): string | null {
    const database = new Database(databasePath(this.data), { readonly: true })
    try {
      if (database.pragma('integrity_check(1)') !== 'ok') return 'the database is not sound'
      if (database.pragma('foreign_key_check') !== undefined) return 'rows refer to what is not there'
      const acting = database
        .prepare(
          `SELECT (SELECT count(*) FROM image_jobs WHERE status IN ('queued', 'sending', 'waiting', 'saving'))
            + (SELECT count(*) FROM video_jobs WHERE status IN ('queued', 'submitting', 'pending', 'processing', 'downloading'))
            + (SELECT count(*) FROM media WHERE referred_path <> '') AS n`,
        )
        .get()
      return acting?.n === 0 ? null : 'something in it acts, or refers to a file outside'
    } finally {
      database.close()
    }
  }

  /** Returns what the restored data reached: the address or the outside file. Null for neither. */
  private reached(): string | null {
    const asked = this.asked
    this.asked = 0
    if (asked > 0) return `${asked} connections`
    const media = join(this.data, 'media')
    const files = existsSync(media) ? readdirSync(media, { recursive: true }).map(String) : []
    return files.some((name) => name.endsWith(sha256(Buffer.from(secret))))
      ? 'the file outside is in the library'
      : null
  }

  private isWhole(): boolean {
    const now = holdingsOf(this.data)
    const same = Object.entries(this.before).every(([name, hash]) => now[name] === hash)
    // a backup refused late may have left files in the library, each with a correct hash
    const added = Object.entries(now).filter(([name]) => !(name in this.before))
    const isRight = added.every(([name, hash]) => name === hash)
    const left = readdirSync(this.data).filter((name) => /restor/.test(name))
    return same && isRight && isDeepStrictEqual(left, [])
  }

  private refill(): void {
    rmSync(this.data, { recursive: true, force: true })
    cpSync(join(this.root, 'template'), this.data, { recursive: true })
    this.before = holdingsOf(this.data)
  }
}

/** The calls of a user's first look around. */
function looks(client: AppClient): readonly (() => Promise<unknown>)[] {
  const pictures = { query: '', models: [], sizes: [], from: null, to: null, favourite: false, collectionId: null }
  return [
    () => client.call('settings.get', {}),
    () => client.call('connections.list', {}),
    async () => {
      const { conversations } = await client.call('chat.list', { query: '', offset: 0, limit: 50 })
      for (const { id } of conversations) {
        const asked = { conversationId: id, limit: 50 }
        // an id that the bridge refuses cannot be found either
        const code = await client.refusal('chat.open', asked)
        if (code === 'ok') await client.call('chat.open', asked)
        else if (code === 'internal') throw new Error('chat.open: internal')
      }
    },
    () => client.call('history.list', { filter: everything, offset: 0, limit: 100 }),
    () => client.call('history.list', { filter: { ...everything, place: 'bin' }, offset: 0, limit: 100 }),
    () => client.call('history.facets', {}),
    () => client.call('images.jobs', { offset: 0, limit: 50 }),
    () => client.call('images.list', { filter: pictures, offset: 0, limit: 100 }),
    () => client.call('images.facets', {}),
    () => client.call('transcription.jobs', { offset: 0, limit: 50 }),
    () => client.call('transcripts.list', { query: '', offset: 0, limit: 100 }),
    () =>
      client.call('videos.list', {
        filter: { group: 'all', query: '', models: [], favourite: false },
        offset: 0,
        limit: 100,
      }),
    () => client.call('backups.list', {}),
    () => client.call('storage.usage', {}),
  ]
}
