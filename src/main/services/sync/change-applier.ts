import { snippetFrom } from '../../../shared/chat.ts'
import { isTemporaryChat } from '../../../shared/temporary-chat.ts'
import type { Database } from '../../storage/database.ts'
import { copying, purging } from '../../storage/items-under-way.ts'
import { Messages } from '../../storage/messages.ts'
import { isRefusal, SharedContent, type StoredFields, type StoredValue } from '../../storage/shared-content.ts'
import {
  archivedField,
  columnsWith,
  type SharedTable,
  sharedChats,
  sharedMessages,
  sharedTables,
} from '../../storage/shared-tables.ts'
import type { ItemRow } from '../../storage/sync-shown.ts'
import { type AppliedChanges, emptyPage, type Page } from './applied-changes.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { DiskLedger } from './disk-ledger.ts'
import { binRegister } from './own-versions.ts'
import { emptyRow, newRow, objectOf, partsIn, timeOrNull, withoutParent } from './received-row.ts'
import {
  columnsFor,
  isWithoutBeginning,
  messageRegister,
  placeOf,
  type ShownRow,
  shownRow,
  storedValue,
  tagEntity,
} from './shared-values.ts'
import { isInBin, shownValue } from './shown-value.ts'
import { byStamp } from './version.ts'

export interface ChangeApplierParts {
  readonly database: Database
  readonly ledger: DiskLedger
  readonly feed: ChangeFeed
  /** ms since 1970. */
  readonly now: () => number
}

/**
 * Writes what came from other computers into the database. What the user changed here is turned into versions first, so
 * that nothing is overwritten unseen. A process that ends in between leaves rows that are written once more.
 */
export class ChangeApplier {
  private readonly database: Database
  private readonly ledger: DiskLedger
  private readonly feed: ChangeFeed
  private readonly content: SharedContent
  private readonly messages: Messages
  private readonly now: () => number

  constructor({ database, feed, ledger, now }: ChangeApplierParts) {
    this.database = database
    this.ledger = ledger
    this.feed = feed
    this.content = new SharedContent(database)
    this.messages = new Messages(database)
    this.now = now
  }

  /** Writes up to `limit` rows, in one transaction. Returns null if there are none. */
  applySome(limit: number): AppliedChanges | null {
    const { ledger } = this
    const rows = ledger.shown.news(limit)
    if (rows.length === 0) return null
    const messages = rows.filter(({ entity }) => entity === sharedMessages.entity)
    // a message may change the row of its chat
    const homes = new Set(messages.map(({ item }) => item))
    this.feed.writeRows([
      ...rows.map(({ entity, row }) => ({ entity, id: row })),
      ...[...homes].map((id) => ({ entity: sharedChats.entity, id })),
    ])
    const page = emptyPage()
    this.database.transaction(() => {
      for (const row of rows) this.tryRow(row, page)
      for (const row of page.touched.values()) this.tryRow(row, page)
      for (const [chat, newest] of page.grown) this.growChat(chat, newest)
      for (const chat of page.shrunk) this.mendBranch(chat)
    })
    ledger.inOneChange(() => {
      for (const row of rows) ledger.shown.forgetNews(row)
      for (const row of page.rows) this.feed.noteShown(row)
      ledger.noteShown(page.versions)
      for (const row of page.further) ledger.shown.noteNews(row)
      for (const { parent, row } of page.waiting) ledger.shown.noteWaiting(parent, row.item, row.row)
      for (const parent of page.arrived)
        for (const { item, row } of ledger.shown.releaseWaiting(parent))
          ledger.shown.noteNews({ item, entity: sharedMessages.entity, row })
    })
    const { hasLibraryChanges, media, refused } = page
    const isListed = (chat: string) => this.content.findRow(sharedChats, chat)?.deleted_at === null
    const chats = [...page.chats]
    return {
      chats: chats.filter(isListed),
      removedChats: chats.filter((chat) => !isListed(chat)),
      ...{ hasLibraryChanges, media, refused },
    }
  }

  /** Writes a row, or leaves it as it is if the database refuses it: one bad row stops no other. */
  private tryRow(row: ItemRow, page: Page): void {
    try {
      this.database.transaction(() => this.writeRow(row, page))
    } catch (cause) {
      if (!isRefusal(cause)) throw cause
      page.refused += 1
    }
  }

  private writeRow(row: ItemRow, page: Page): void {
    const shared = sharedTables.find(({ entity }) => entity === row.entity)
    if (shared === undefined || isTemporaryChat(row.item)) return
    if (shared !== sharedMessages && placeOf(shared, row.row).item !== row.item) {
      page.refused += 1
      return
    }
    page.rows.push(row)
    if (shared === sharedMessages) this.writeMessage(row, page)
    else this.writeItem(shared, row, page)
    if (shared === sharedMessages || shared === sharedChats) page.chats.add(row.item)
    else page.hasLibraryChanges = true
  }

  private writeItem(shared: SharedTable, place: ItemRow, page: Page): void {
    const { content, ledger } = this
    const shown = shownRow(ledger.state, shared, place)
    const row = this.presentRow(shared, place, shown !== null, page)
    if (shown === null) {
      if (row === null) return
      if (shared === sharedChats) this.removeChat(place.row, page)
      else content.dropRow(shared, place.row)
      return
    }
    page.versions.push(...shown.versions)
    const columns = columnsFor(shared, shown.values)
    if (
      !content.isAcceptable(shared.table, { ...emptyRow(shared), ...columns, id: place.row }) ||
      (row === null && content.isFull(shared.table))
    ) {
      page.refused += 1
      return
    }
    if (row === null) content.putRow(shared, { ...newRow(shared, columns), ...columns, id: place.row })
    else {
      const changed = Object.entries(columns).filter(([name, value]) => row[name] !== value)
      if (changed.length > 0) content.changeRow(shared, place.row, Object.fromEntries(changed))
    }
    if (shared === sharedChats) this.writeChat(place.row, shown, row?.deleted_at ?? null, page)
  }

  /** Returns the row of an item. What is left of a chat that was being removed goes, if others wrote on. */
  private presentRow(shared: SharedTable, place: ItemRow, isNeeded: boolean, page: Page): StoredFields | null {
    const row = this.content.findRow(shared, place.row)
    if (row === null || !isNeeded || shared !== sharedChats || row.deleted_at !== purging) return row
    this.removeChat(place.row, page)
    for (const { change } of this.ledger.state.versionsOfItem(place.item))
      if (change.kind === 'value' && change.register.entity === sharedMessages.entity)
        page.further.push(change.register)
    return null
  }

  private removeChat(id: string, page: Page): void {
    page.media.push(...this.content.removeMessages(this.content.messageIdsOf(id)))
    this.content.removeChat(id)
    for (const row of this.ledger.shown.rowsOf(id, sharedMessages.entity))
      page.rows.push({ item: id, entity: sharedMessages.entity, row })
  }

  private writeChat(id: string, { values }: ShownRow, deletedAt: StoredValue, page: Page): void {
    const { content, ledger } = this
    content.setArchived(id, timeOrNull(values[archivedField]))
    const tags = ledger.state
      .versionsOfItem(id)
      .filter(({ change }) => change.kind === 'value' && change.register.entity === tagEntity)
    page.versions.push(...tags)
    const wanted = new Set<string>()
    for (const { change } of tags)
      if (change.kind === 'value' && shownValue(ledger.state.versionsOf(change.register), 'added')?.value === true)
        wanted.add(change.register.row)
    for (const tag of content.tagsOf(id)) if (!wanted.has(tag)) content.dropTag(id, tag)
    for (const tag of wanted) content.addTag(id, tag)
    const bin = ledger.state.versionsOf(binRegister(id))
    page.versions.push(...bin)
    const isDeleted = isInBin(ledger.state, id)
    const last = bin.toSorted(byStamp).at(-1)
    if (isDeleted && deletedAt === null)
      content.changeRow(sharedChats, id, { deleted_at: Math.max(purging + 1, Math.min(last?.stamp ?? 0, this.now())) })
    if (!isDeleted && typeof deletedAt === 'number' && deletedAt > purging && deletedAt < copying)
      content.changeRow(sharedChats, id, { deleted_at: null })
  }

  private writeMessage(place: ItemRow, page: Page): void {
    const { content, ledger } = this
    const { item: chat, row: id } = place
    const versions = ledger.state.versionsOf(messageRegister(chat, id))
    const shown = shownValue(versions, 'each version')
    const home = content.chatOf(id)
    if (content.isArriving(id)) {
      // until the answer has ended here
      page.waiting.push({ parent: id, row: place })
      return
    }
    page.versions.push(...versions)
    if (shown === null) {
      if (home !== chat) return
      // it may come back, if another computer still has it
      for (const reply of content.repliesTo(id))
        page.waiting.push({ parent: id, row: { item: chat, entity: sharedMessages.entity, row: reply } })
      page.media.push(...content.removeMessages([id]))
      page.shrunk.add(chat)
      return
    }
    const value = objectOf(shown.value)
    if (value === null || (home !== null && home !== chat)) {
      page.refused += 1
      return
    }
    const before = content.findRow(sharedChats, chat)
    const chatRow = placeOf(sharedChats, chat)
    if (before === null || before.deleted_at === purging) this.writeItem(sharedChats, chatRow, page)
    // a message may bring its chat back
    if (before === null || before.deleted_at !== null || isWithoutBeginning(ledger.state, chatRow))
      page.touched.set(chat, chatRow)
    const columns: Record<string, StoredValue> = {}
    for (const name of columnsWith(sharedMessages, 'once'))
      if (value[name] !== undefined) columns[name] = storedValue(value[name])
    const parent = columns.parent_id
    columns.parent_id =
      typeof parent === 'string' && this.canFollow(chat, parent, home === null ? null : id) ? parent : null
    const whole: StoredFields = { ...columns, id, conversation_id: chat, deletion_id: null, home_id: null }
    if (
      columns.state === 'streaming' ||
      !content.isAcceptable(sharedMessages.table, whole) ||
      content.findRow(sharedChats, chat) === null
    ) {
      page.refused += 1
      return
    }
    if (typeof parent === 'string' && columns.parent_id === null) page.waiting.push({ parent, row: place })
    if (home === null) content.putRow(sharedMessages, whole)
    else content.changeRow(sharedMessages, id, this.isMoved(id) ? withoutParent(columns) : columns)
    content.putParts(id, partsIn(value))
    page.arrived.push(id)
    const newest = page.grown.get(chat)
    if (newest === undefined || Number(newest.created_at) < Number(whole.created_at)) page.grown.set(chat, whole)
  }

  /** Returns true if a deletion here has attached a message to another one. */
  private isMoved(id: string): boolean {
    const row = this.content.findRow(sharedMessages, id)
    return row !== null && row.home_id !== null
  }

  /** Returns true if a message can have this parent. A cycle needs one that was there before: `presentId`. */
  private canFollow(chat: string, parent: string, presentId: string | null): boolean {
    return this.content.chatOf(parent) === chat && (presentId === null || !this.content.isBefore(presentId, parent))
  }

  /** Puts a chat with new messages where its activity belongs, and continues the branch that is shown. */
  private growChat(chat: string, newest: StoredFields): void {
    const row = this.content.findRow(sharedChats, chat)
    if (row === null) return
    const leaf =
      typeof row.leaf_id === 'string' && this.content.chatOf(row.leaf_id) === chat ? row.leaf_id : String(newest.id)
    const at = Number(newest.created_at)
    const isNewest = at >= Number(row.active_at) || row.snippet === ''
    this.content.changeRow(sharedChats, chat, {
      leaf_id: this.messages.newestLeaf(leaf),
      active_at: Math.max(Number(row.active_at), at),
      ...(isNewest ? { snippet: snippetFrom(String(newest.text), newest.role === 'user' ? 'user' : 'assistant') } : {}),
    })
  }

  /** Shows another branch if the end of the shown one is gone. */
  private mendBranch(chat: string): void {
    const row = this.content.findRow(sharedChats, chat)
    if (row === null || typeof row.leaf_id !== 'string' || this.content.chatOf(row.leaf_id) === chat) return
    const newest = this.content.newestMessageOf(chat)
    this.content.changeRow(sharedChats, chat, { leaf_id: newest === null ? null : this.messages.newestLeaf(newest) })
  }
}
