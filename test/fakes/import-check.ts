import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '../../src/main/storage/database.ts'
import { databasePath } from '../../src/main/storage/open.ts'
import { everything } from './everything.ts'
import { holdingsOf } from './filled-folder.ts'
import type { NamedImport } from './import-fuzz.ts'
import { TransferApp } from './transfer.ts'

export interface ImportVerdict {
  readonly outcome: 'taken' | 'refused'
  readonly problem: string | null
}

/** Codes for a faulty file; any other code is a fault of ours. */
const refusals = new Set(['not_importable', 'import_damaged', 'import_not_read', 'import_encrypted', 'import_raw_copy'])
/** Most imports per data folder, because comparisons grow with its content. */
const takenMax = 30

/**
 * Imports files into a real app and checks its promises: all or nothing, existing data unchanged, nothing left over, no
 * request sent, no outside file read, and all lists still readable.
 */
export class ImportCheck {
  /** Texts that name the outside file and the listening socket. */
  readonly lures: readonly string[]
  private readonly outside: string
  private readonly canaryId: string
  private readonly server: Server
  private readonly aroundCalls: AroundCalls
  private app: TransferApp
  private taken = 0
  private asked = 0

  private constructor(server: Server, port: number, app: TransferApp, aroundCalls: AroundCalls) {
    this.server = server
    this.app = app
    this.aroundCalls = aroundCalls
    this.outside = mkdtempSync(join(tmpdir(), 'atelier-canary-'))
    const canary = join(this.outside, 'canary.png')
    const bytes = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40, 'canary')])
    writeFileSync(canary, bytes)
    this.canaryId = createHash('sha256').update(bytes).digest('hex')
    this.lures = [
      `http://127.0.0.1:${port}/lure.png`,
      `ws://localhost:${port}`,
      canary,
      `file://${canary}`,
      `../../../../../..${canary}`,
      '/proc/self/environ',
      '../atelier.db',
      '\\\\127.0.0.1\\share',
    ]
    server.on('connection', (socket) => {
      this.asked += 1
      socket.destroy()
    })
  }

  static async start(aroundCalls: AroundCalls = { before: () => () => undefined }): Promise<ImportCheck> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    return new ImportCheck(server, port, await TransferApp.start(everything), aroundCalls)
  }

  async verdict({ bytes, file }: NamedImport): Promise<ImportVerdict> {
    const { folder } = this.app
    const [holdings, rows] = [holdingsOf(folder), rowsOf(folder)]
    const tokens = [this.app.give(bytes, file), this.app.give(bytes, file)] as const
    const ended = this.aroundCalls.before()
    const inspected = await this.app.refusal('transfer.inspect', { token: tokens[0] })
    const code = await this.app.refusal('transfer.import', { token: tokens[1] })
    ended()
    const outcome = code === 'ok' ? 'taken' : 'refused'
    const problem =
      (code !== 'ok' && !refusals.has(code) ? `refused as ${code}` : null) ??
      (inspected !== 'ok' && (code === 'ok' || !refusals.has(inspected))
        ? `looked into as ${inspected}, taken as ${code}`
        : null) ??
      lostOf(rows, rowsOf(folder)) ??
      (outcome === 'refused' ? (lostOf(rowsOf(folder), rows) ?? differenceOf(holdings, holdingsOf(folder))) : null) ??
      this.leftOf(folder) ??
      (this.asked > 0 ? 'somebody outside was asked' : null) ??
      (existsSync(join(folder, 'media', this.canaryId.slice(0, 2), this.canaryId))
        ? 'a file outside was read'
        : null) ??
      (outcome === 'taken' ? await this.unreadable() : null)
    if (outcome === 'taken') this.taken += 1
    if (problem === null && this.taken >= takenMax) await this.renew()
    return { outcome, problem }
  }

  async end(): Promise<void> {
    await this.close()
    await new Promise((resolve) => this.server.close(resolve))
    rmSync(this.outside, { recursive: true, force: true })
  }

  private async renew(): Promise<void> {
    await this.close()
    this.app = await TransferApp.start(everything)
    this.taken = 0
  }

  /** At the end the database must be intact, and the app must close. */
  private async close(): Promise<void> {
    await this.app.close()
    const database = new Database(databasePath(this.app.folder), { readonly: true })
    const found = [database.pragma('integrity_check'), database.prepare('PRAGMA foreign_key_check').all().length]
    database.close()
    this.app.remove()
    if (found[0] !== 'ok' || found[1] !== 0) throw new Error(`the database is damaged: ${found.join(', ')}`)
  }

  private leftOf(folder: string): string | null {
    const incoming = join(folder, 'media', 'incoming')
    const left = existsSync(incoming) ? readdirSync(incoming) : []
    return left.length > 0 ? `left over: ${left.join(', ')}` : null
  }

  /** Reads every list and its first item, checked against the contract. */
  private async unreadable(): Promise<string | null> {
    try {
      const { conversations } = await this.app.call('chat.list', { query: '', offset: 0, limit: 100 })
      for (const { id } of conversations.slice(0, 10))
        await this.app.call('chat.open', { conversationId: id, limit: 50 })
      const page = { offset: 0, limit: 100 }
      const query = ''
      const images = { query, models: [], sizes: [], from: null, to: null, favourite: false, collectionId: null }
      for (const { id } of (await this.app.call('images.list', { filter: images, ...page })).images.slice(0, 10))
        await this.app.call('images.get', { imageId: id })
      await this.app.call('images.facets', {})
      await this.app.call('images.jobs', { offset: 0, limit: 50 })
      await this.app.call('images.collections', {})
      for (const { id } of (await this.app.call('transcripts.list', { query, ...page })).transcripts.slice(0, 10))
        await this.app.call('transcripts.get', { transcriptId: id })
      await this.app.call('transcription.jobs', { offset: 0, limit: 50 })
      await this.app.call('videos.list', { filter: { group: 'all', query, models: [], favourite: false }, ...page })
      return null
    } catch (cause) {
      return `cannot be read any more: ${String(cause).slice(0, 500)}`
    }
  }
}

/** Hook around the app's calls, for measurements. */
export interface AroundCalls {
  /** Returns the function to run after the call. */
  readonly before: () => () => void
}

type Rows = ReadonlyMap<string, ReadonlySet<string>>

/** The time of a file may change, because importing it again keeps it from being swept. */
function rowsOf(folder: string): Rows {
  const database = new Database(databasePath(folder), { readonly: true })
  try {
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !name.startsWith('search_'))
    return new Map(
      tables.map((name) => [
        name,
        new Set(
          database
            .prepare(`SELECT * FROM "${name}"`)
            .all()
            .map((row) => JSON.stringify(name === 'media' ? { ...row, created_at: 0 } : row)),
        ),
      ]),
    )
  } finally {
    database.close()
  }
}

function lostOf(before: Rows, after: Rows): string | null {
  for (const [table, rows] of before)
    for (const row of rows)
      if (!after.get(table)?.has(row)) return `a row of ${table} is not as it was: ${row.slice(0, 300)}`
  return null
}

function differenceOf(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => name !== 'media' && before[name] !== after[name],
  )
  return names.length > 0 ? `changed although it was refused: ${names.join(', ')}` : null
}
