import type { Citation, OpenedCitation, SourceKind, SourceProgress } from '../../../shared/knowledge.ts'
import type { IndexedPassage } from '../../storage/knowledge-index.ts'

/** A source as the thread reads it. */
export interface SourceDefinition {
  readonly id: string
  readonly collectionId: string
  readonly kind: SourceKind
  readonly name: string
  /** Path of a `file` in the library. */
  readonly path: string | null
  /** Real path of a `folder`; empty if it must be chosen again. */
  readonly folder: string | null
  /** Id of the chat or transcript. */
  readonly itemId: string | null
}

/** Start data of the thread. */
export interface KnowledgeThreadData {
  /** The app's database, which is only read, and the file of read texts. */
  readonly database: string
  readonly index: string
}

export interface Questions {
  readonly search: {
    readonly input: { readonly text: string; readonly collectionIds: readonly string[]; readonly limit: number }
    readonly output: readonly number[]
  }
  readonly passages: { readonly input: readonly number[]; readonly output: readonly IndexedPassage[] }
  readonly open: { readonly input: Citation; readonly output: OpenedCitation }
}
export type QuestionName = keyof Questions

/** An order to the thread. */
export type KnowledgeOrder =
  | { readonly kind: 'sources'; readonly sources: readonly SourceDefinition[] }
  | { readonly kind: 'readAgain'; readonly sourceId: string }
  | { readonly kind: 'erase' }

/** Reported by the thread: progress of a source, or a collection whose passages changed. */
export type KnowledgeNews =
  | { readonly kind: 'progress'; readonly sourceId: string; readonly progress: SourceProgress }
  | { readonly kind: 'changed'; readonly collectionId: string }
