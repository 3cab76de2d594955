import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppliedChanges } from '../../src/main/services/sync/applied-changes.ts'
import { ChangeApplier } from '../../src/main/services/sync/change-applier.ts'
import { ChangeFeed } from '../../src/main/services/sync/change-feed.ts'
import { DiskLedger, openLedger } from '../../src/main/services/sync/disk-ledger.ts'
import { Exchange } from '../../src/main/services/sync/exchange.ts'
import type { SharedPlace } from '../../src/main/services/sync/shared-place.ts'
import { ChatFolders } from '../../src/main/storage/chat-folders.ts'
import { Conversations } from '../../src/main/storage/conversations.ts'
import type { Database } from '../../src/main/storage/database.ts'
import { HistoryItems } from '../../src/main/storage/history-items.ts'
import { Messages } from '../../src/main/storage/messages.ts'
import { migrations } from '../../src/main/storage/migrations.ts'
import { createDatabase } from '../../src/main/storage/new-database.ts'
import { Prompts } from '../../src/main/storage/prompts.ts'
import { openSyncDatabase } from '../../src/main/storage/sync-database.ts'
import { SyncRows } from '../../src/main/storage/sync-rows.ts'
import { defaultParameters } from '../../src/shared/chat-limits.ts'
import { simulatedSeal } from './group-keys.ts'
import { smallSizes } from './sync-world.ts'

/** So few that users work while rows are still to be written. */
const rowsAtOnce = 8

export const syncRoot = 'atelier-together-group'

/** A computer with a real database, which it shares through a place. */
export class SyncComputer {
  readonly database: Database
  readonly conversations: Conversations
  readonly messages: Messages
  readonly history: HistoryItems
  readonly folders: ChatFolders
  readonly prompts: Prompts
  ledger: DiskLedger
  feed: ChangeFeed
  applier: ChangeApplier
  readonly now: () => number
  private exchange: Exchange | null = null
  /** True if the ledger is new, and the place has not been read yet. */
  private isAgain = false
  private readonly path: string
  private readonly place: SharedPlace
  openSync: (path: string) => Database

  constructor(
    folder: string,
    place: SharedPlace,
    now: () => number,
    writer: string = randomUUID(),
    openSync: (path: string) => Database = openSyncDatabase,
  ) {
    this.openSync = openSync
    this.path = join(folder, `${writer}.sync.db`)
    this.database = createDatabase(join(folder, `${writer}.db`), migrations)
    this.place = place
    this.now = now
    this.conversations = new Conversations(this.database)
    this.messages = new Messages(this.database)
    this.history = new HistoryItems(this.database)
    this.folders = new ChatFolders(this.database)
    this.prompts = new Prompts(this.database)
    this.ledger = this.openAs(writer)
    this.feed = this.newFeed()
    this.applier = this.newApplier()
  }

  /** Begins to sync, as after each start. */
  begin(): void {
    this.feed.start()
    for (const _ of this.feed.noteAll());
  }

  /** Goes on as another process: what was only in memory is lost. */
  restart(): void {
    this.feed.stop()
    this.ledger.close()
    this.ledger = this.openAs(this.ledger.writer)
    this.feed = this.newFeed()
    this.applier = this.newApplier()
    this.exchange = null
    this.begin()
  }

  /** Loses the file of sync, and goes on under another name. */
  loseLedger(writer: string): void {
    this.feed.stop()
    this.ledger.close()
    rmSync(this.path)
    this.ledger = this.openAs(writer)
    this.restart()
    this.isAgain = true
  }

  /** Exchanges once, and writes up to `pages` pages of what came. */
  async round(pages = Number.POSITIVE_INFINITY): Promise<void> {
    // what is at the place need not be written again
    if (!this.isAgain) this.feed.writeChanges()
    this.isAgain = false
    this.exchange ??= new Exchange({
      place: this.place,
      root: syncRoot,
      ledger: this.ledger,
      sizes: smallSizes,
      seal: simulatedSeal,
    })
    try {
      await this.exchange.round()
    } finally {
      this.applyAll(pages)
    }
  }

  applyAll(pages = Number.POSITIVE_INFINITY): readonly AppliedChanges[] {
    const all: AppliedChanges[] = []
    for (let page = 0; page < pages; page += 1) {
      const applied = this.applier.applySome(rowsAtOnce)
      if (applied === null) break
      all.push(applied)
    }
    return all
  }

  addChat(title: string, id: string = randomUUID()): string {
    const now = this.now()
    this.conversations.insertConversation({
      ...{ id, title, connectionId: null, model: 'm', parameters: defaultParameters, pinned: false },
      ...{ createdAt: now, activeAt: now, snippet: '', leafId: null },
    })
    return id
  }

  addMessage(
    chat: string,
    text: string,
    parentId: string | null = this.lastOf(chat),
    id: string = randomUUID(),
  ): string {
    this.messages.insertMessage({
      ...{ id, conversationId: chat, parentId, role: 'user', text, model: '', state: 'done' },
      ...{ error: null, usage: null, timing: null, finishReason: null, createdAt: this.now(), attachments: [] },
    })
    const found = this.conversations.findConversation(chat)
    if (found !== null) this.conversations.updateConversation({ ...found, leafId: id, activeAt: this.now() })
    return id
  }

  rename(chat: string, title: string): void {
    const found = this.conversations.findConversation(chat)
    if (found !== null) this.conversations.updateConversation({ ...found, title })
  }

  lastOf(chat: string): string | null {
    return this.conversations.findConversation(chat)?.leafId ?? null
  }

  /** Returns the shared part of all rows. */
  rows(): Readonly<Record<string, readonly unknown[]>> {
    const all = (sql: string) => this.database.prepare(sql).all()
    return {
      chats: all(
        `SELECT id, title, connection_id, model, parameters, pinned, created_at, folder_id, untrusted, deleted_at IS NOT NULL AS gone,
          (SELECT archived_at FROM history_items WHERE kind = 'chat' AND item_id = conversations.id) AS archived_at
         FROM conversations ORDER BY id`,
      ),
      messages: all(
        `SELECT id, conversation_id, coalesce(home_id, parent_id) AS parent, role, text, thinking, model, state, created_at
         FROM messages ORDER BY id`,
      ),
      tags: all("SELECT item_id, tag FROM history_tags WHERE kind = 'chat' ORDER BY item_id, tag"),
      folders: all('SELECT id, name, parent_id, system, created_at, model, parameters FROM chat_folders ORDER BY id'),
      prompts: all('SELECT * FROM prompts ORDER BY id'),
      assistants: all('SELECT * FROM assistants ORDER BY id'),
    }
  }

  close(): void {
    this.ledger.close()
    this.database.close()
  }

  private openAs(writer: string): DiskLedger {
    // a ledger that is not found as it was would begin again
    const isNew = !existsSync(this.path)
    openLedger(this.path, writer, () => (isNew ? writer : 'lost')).close()
    return new DiskLedger(new SyncRows(this.openSync(this.path)))
  }

  private newFeed(): ChangeFeed {
    return new ChangeFeed({ database: this.database, ledger: this.ledger, now: this.now })
  }

  private newApplier(): ChangeApplier {
    return new ChangeApplier({ database: this.database, ledger: this.ledger, feed: this.feed, now: this.now })
  }
}

/** A folder for the files of computers, which is removed afterwards. */
export async function withComputerFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-computers-'))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
