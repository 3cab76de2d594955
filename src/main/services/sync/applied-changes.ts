import type { StoredFields } from '../../storage/shared-content.ts'
import type { ItemRow } from '../../storage/sync-shown.ts'
import type { Version } from './version.ts'

/** Changes that came from other computers. */
export interface AppliedChanges {
  /** Chats that are new or changed. */
  readonly chats: readonly string[]
  /** Chats that are in the bin or gone. */
  readonly removedChats: readonly string[]
  /** True if folders, prompts or assistants were changed. */
  readonly hasLibraryChanges: boolean
  /** Files of removed messages, for the remover of media. */
  readonly media: readonly string[]
  /** Rows with values that Atelier never writes. They are left out, and their versions are kept. */
  readonly refused: number
}

/** The changes of one page, noted in the ledger when the database has them. */
export interface Page {
  readonly chats: Set<string>
  /** Chats that got messages, with the newest one of each. */
  readonly grown: Map<string, StoredFields>
  /** Chats whose rows depend on the messages that came. */
  readonly touched: Map<string, ItemRow>
  /** Chats that lost messages. */
  readonly shrunk: Set<string>
  readonly rows: ItemRow[]
  readonly versions: Version[]
  readonly media: string[]
  /** Further rows that have to be written. */
  readonly further: ItemRow[]
  readonly waiting: { readonly parent: string; readonly row: ItemRow }[]
  readonly arrived: string[]
  hasLibraryChanges: boolean
  refused: number
}

export function emptyPage(): Page {
  return {
    ...{ chats: new Set(), grown: new Map(), touched: new Map(), shrunk: new Set(), rows: [], versions: [] },
    ...{ media: [], further: [], waiting: [], arrived: [], hasLibraryChanges: false, refused: 0 },
  }
}
