import { isTemporaryChat } from '../../../shared/temporary-chat.ts'
import { type ChangedRow, ChangeRecord } from '../../storage/change-record.ts'
import type { Database } from '../../storage/database.ts'
import { copying, purging } from '../../storage/items-under-way.ts'
import { SharedContent, type StoredFields } from '../../storage/shared-content.ts'
import { type SharedTable, sharedChats, sharedMessages, sharedTables } from '../../storage/shared-tables.ts'
import type { ItemRow } from '../../storage/sync-shown.ts'
import type { DiskLedger } from './disk-ledger.ts'
import { continuedMessage, readMessage } from './message-value.ts'
import { binRegister, OwnVersions } from './own-versions.ts'
import { marksOf, onceMark, readMarks } from './row-marks.ts'
import {
  fieldsOf,
  isWithoutBeginning,
  markOf,
  messageRegister,
  placeOf,
  type RowValues,
  registerOf,
  sharedRowOf,
  shownRow,
  tagEntity,
  valuesOf,
} from './shared-values.ts'
import { binEntity, isInBin, shownValue } from './shown-value.ts'

export interface ChangeFeedParts {
  readonly database: Database
  readonly ledger: DiskLedger
  /** ms since 1970. */
  readonly now: () => number
}

const rowsAtOnce = 20
const itemsAtOnce = 50

/**
 * Turns changes of this computer's rows into own versions. It compares a row with its values when database and state
 * were last equal, so that a change may be noted twice, and one that was never noted is found by `noteAll`.
 */
export class ChangeFeed {
  private readonly ledger: DiskLedger
  private readonly record: ChangeRecord
  private readonly content: SharedContent
  private readonly own: OwnVersions

  constructor({ database, ledger, now }: ChangeFeedParts) {
    this.ledger = ledger
    this.record = new ChangeRecord(database)
    this.content = new SharedContent(database)
    this.own = new OwnVersions(ledger, now)
  }

  /** Begins to record changes. */
  start(): void {
    this.record.start()
  }

  stop(): void {
    this.record.stop()
  }

  /**
   * Notes all rows that may have been changed while nothing was recorded: everything at first, and what a process lost
   * when it ended. Each step takes some ms.
   */
  *noteAll(): Generator<void> {
    for (const shared of sharedTables) {
      if (shared === sharedMessages) continue
      for (let last = 0; ; ) {
        const found = this.content.idsAfter(shared, last, itemsAtOnce)
        if (found.length === 0) break
        for (const { id, place } of found) {
          last = place
          this.record.noteChanged({ entity: shared.entity, id })
          if (shared === sharedChats) this.noteNewMessages(id)
        }
        yield
      }
      yield* this.noteRemoved(shared)
    }
  }

  /** Writes versions of the rows that were changed. Returns false if some are left when the time is over. */
  writeChanges(isOver: () => boolean = () => false): boolean {
    for (;;) {
      const rows = this.record.changedRows(rowsAtOnce)
      if (rows.length === 0) return true
      this.writeRows(rows)
      if (isOver()) return false
    }
  }

  /** Writes versions of these rows where they were changed. */
  writeRows(rows: readonly ChangedRow[]): void {
    for (const row of rows) this.record.forgetChanged(row)
    try {
      this.ledger.inOneChange(() => {
        for (const { entity, id } of rows) {
          const shared = sharedTables.find((table) => table.entity === entity)
          if (shared === sharedMessages) this.writeMessage(id)
          else if (shared !== undefined) this.writeItem(shared, id)
        }
      })
    } catch (cause) {
      for (const row of rows) this.record.noteChanged(row)
      throw cause
    }
  }

  /** Notes what the database shows of a row now. Call it within a change of the ledger. */
  noteShown({ entity, item, row }: ItemRow): void {
    const { shown } = this.ledger
    const shared = sharedTables.find((table) => table.entity === entity)
    this.record.forgetChanged({ entity, id: row })
    if (shared === undefined) return
    if (shared === sharedMessages) {
      const message = readMessage(this.content, row)
      if (message === null) shown.dropHashes({ entity, item, row })
      else shown.putHashes({ entity, item, row }, message.mark)
      return
    }
    const stored = this.content.findRow(shared, row)
    if (stored === null) {
      shown.forgetItem(item)
      return
    }
    shown.putHashes({ entity, item, row }, marksOf(shared, stored))
    if (shared === sharedChats) this.noteShownTags(item)
  }

  private noteNewMessages(chat: string): void {
    const met = this.ledger.shown.allHashes(chat, sharedMessages.entity)
    for (const { id, sign } of this.content.messageSigns(chat))
      if (met.get(id)?.endsWith(` ${sign}`) !== true) this.record.noteChanged({ entity: sharedMessages.entity, id })
  }

  /** Notes the items that were met and are no longer there. */
  private *noteRemoved({ entity }: SharedTable): Generator<void> {
    for (let last = ''; ; ) {
      const found = this.ledger.shown.itemsAfter(entity, last, itemsAtOnce)
      if (found.length === 0) return
      for (const { item, row } of found) {
        last = item
        this.record.noteChanged({ entity, id: row })
      }
      yield
    }
  }

  private writeMessage(id: string): void {
    const { ledger } = this
    const message = readMessage(this.content, id)
    if (message === null || isTemporaryChat(message.chat)) return
    const chat = this.content.findRow(sharedChats, message.chat)
    if (chat === null || isHidden(sharedChats, chat) || chat.deleted_at === purging) return
    const register = messageRegister(message.chat, id)
    // versions of others had to wait for its end
    for (const { item, row } of ledger.shown.releaseWaiting(id))
      ledger.shown.noteNews({ item, entity: sharedMessages.entity, row })
    const { mark } = message
    if (ledger.shown.hashesOf(register) === mark) return
    const versions = ledger.state.versionsOf(register)
    const there = shownValue(versions, 'each version')
    if (there === null) this.own.addValue(register, message.value, { begunAt: message.at })
    else {
      const value = continuedMessage(there.value, message.value)
      if (markOf(there.value) !== markOf(value)) this.own.addValue(register, value, { begunAt: message.at })
    }
    ledger.shown.putHashes(register, mark)
    // the deletion of its chat did not know it
    if (chat.deleted_at !== null || isWithoutBeginning(ledger.state, placeOf(sharedChats, message.chat)))
      this.record.noteChanged({ entity: sharedChats.entity, id: message.chat })
  }

  private writeItem(shared: SharedTable, id: string): void {
    const { content, ledger } = this
    const place = placeOf(shared, id)
    const row = content.findRow(shared, id)
    const marks = ledger.shown.hashesOf(place)
    if (row === null || row.deleted_at === purging) {
      if (marks !== null) this.erase(place.item)
      return
    }
    if (isTemporaryChat(id) || isHidden(shared, row)) return
    const before = marks === null ? null : readMarks(marks)
    // removed, and made again under the same id
    const isAnother = before !== null && before[onceMark] !== readMarks(marksOf(shared, row))[onceMark]
    if (isAnother) this.erase(place.item)
    this.writePresent(shared, place, row, isAnother ? null : before)
  }

  private writePresent(
    shared: SharedTable,
    place: ItemRow,
    row: StoredFields,
    before: Readonly<Record<string, string>> | null,
  ): void {
    const { shown, state } = this.ledger
    const values = valuesOf(shared, row)
    if (before === null) this.meetItem(shared, place, values)
    else this.writeFields(shared, place, values, before)
    if (shared === sharedChats) {
      this.writeTags(place.row)
      if (before !== null) this.writeBin(place.row, row.deleted_at !== null, before[binEntity])
    }
    shown.putHashes(place, marksOf(shared, before === null ? { ...row, deleted_at: null } : row))
    if (isWithoutBeginning(state, place)) shown.noteNews(place)
  }

  /** Writes a row that was not met before. The state may know it: the same file can be imported on two computers. */
  private meetItem(shared: SharedTable, place: ItemRow, values: RowValues): void {
    const there = shownRow(this.ledger.state, shared, place)
    const begunAt = Number(values.created_at)
    if (there === null || isWithoutBeginning(this.ledger.state, place))
      this.own.addValue(registerOf(place), values, { begunAt })
    else
      for (const { name, rule } of fieldsOf(shared))
        if (rule === 'each version' && markOf(values[name] ?? null) !== markOf(there.values[name] ?? null))
          this.own.addValue(registerOf(place, name), values[name] ?? null, { begunAt })
    if (there !== null) this.ledger.shown.noteNews(place)
    if (shared !== sharedChats) return
    // its messages come before its deletion
    this.noteNewMessages(place.row)
    this.record.noteChanged({ entity: shared.entity, id: place.row })
  }

  private writeFields(
    shared: SharedTable,
    place: ItemRow,
    values: RowValues,
    marks: Readonly<Record<string, string>>,
  ): void {
    const changed = fieldsOf(shared).filter(({ name }) => markOf(values[name] ?? null) !== marks[name])
    if (changed.length === 0) return
    const there = shownRow(this.ledger.state, shared, place)
    for (const { name, rule } of changed) {
      const value = values[name] ?? null
      if (there !== null && markOf(there.values[name] ?? null) === markOf(value)) continue
      if (rule !== 'added') this.own.addValue(registerOf(place, name), value)
      else if (value === 1) this.own.addValue(registerOf(place, name), true)
    }
  }

  private writeTags(chat: string): void {
    const { shown, state } = this.ledger
    const tags = new Set(this.content.tagsOf(chat))
    const met = new Set(shown.rowsOf(chat, tagEntity))
    for (const tag of new Set([...tags, ...met])) {
      const [isThere, wasThere] = [tags.has(tag), met.has(tag)]
      const register = { item: chat, entity: tagEntity, row: tag, field: '' }
      if (isThere === wasThere) continue
      if ((shownValue(state.versionsOf(register), 'added')?.value === true) !== isThere)
        this.own.addValue(register, isThere)
      if (isThere) shown.putHashes(register, '')
      else shown.dropHashes(register)
    }
  }

  private noteShownTags(chat: string): void {
    const { shown } = this.ledger
    for (const tag of shown.rowsOf(chat, tagEntity)) shown.dropHashes({ item: chat, entity: tagEntity, row: tag })
    for (const tag of this.content.tagsOf(chat)) shown.putHashes({ item: chat, entity: tagEntity, row: tag }, '')
  }

  private writeBin(chat: string, isDeleted: boolean, mark: string | undefined): void {
    const { ledger } = this
    const isKnown = isInBin(ledger.state, chat) === isDeleted
    // what others wrote may have brought it back, and is about to be shown
    if (isKnown || (mark === markOf(isDeleted) && ledger.shown.hasNewsOf(chat))) return
    const register = binRegister(chat)
    this.own.addValue(register, isDeleted, { seen: isDeleted ? ledger.shownSeen(chat) : null })
  }

  private erase(item: string): void {
    const { shown, state } = this.ledger
    this.own.addErasure(item, this.ledger.shownSeen(item))
    shown.forgetItem(item)
    // its unseen versions come back
    for (const { change } of state.versionsOfItem(item)) {
      const row = change.kind === 'value' ? sharedRowOf(change.register) : null
      if (row !== null) shown.noteNews(row)
    }
  }
}

/** Returns true for a row that an import or a copy has not completed. */
function isHidden(shared: SharedTable, row: StoredFields): boolean {
  const time = shared === sharedChats ? row.deleted_at : row.created_at
  return typeof time === 'number' && time >= copying
}
