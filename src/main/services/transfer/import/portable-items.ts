import type { Memory } from '../../../../shared/memories.ts'
import type { Prompt } from '../../../../shared/prompts.ts'
import type { Recipe } from '../../../../shared/recipe.ts'
import type { SkipReason } from '../../../../shared/transfer.ts'
import type {
  MediaEntry,
  PortableAssistant,
  PortableConversation,
  PortableImage,
  PortableMessage,
  PortableSegment,
  PortableTranscript,
  PortableVideo,
} from '../atelier-format.ts'
import type { ImportSource, SourceFile } from './import-source.ts'
import type { Spool } from './spool.ts'

/** Source of a message's picture. */
export type PictureSource =
  /** A file of the import. */
  | { readonly kind: 'file'; readonly path: string }
  /** A `data:` URL, decoded only when needed; equal keys mean the same picture. */
  | { readonly kind: 'data'; readonly key: string | null; readonly url: () => string }
  /** A file of Atelier's own export. */
  | { readonly kind: 'media'; readonly id: string }
  /** A file the export mentions but does not hold. */
  | { readonly kind: 'missing' }

/** A reference to a message's picture in the reader's thread. */
export type ReadPicture =
  /** Requested from the thread by `ref` before it continues; equal keys mean the same picture. */
  | { readonly kind: 'picture'; readonly ref: number; readonly key: string | null }
  | { readonly kind: 'media'; readonly id: string }
  | { readonly kind: 'missing' }

/** An item read from an import, in the form in which it is stored. Parts follow the item that they belong to. */
export type Portable<Picture = ReadPicture> =
  | { readonly type: 'media'; readonly entry: MediaEntry }
  | { readonly type: 'conversation'; readonly conversation: PortableConversation }
  | {
      readonly type: 'message'
      readonly conversationId: string
      readonly message: PortableMessage
      /** Replaces the message's attachments, which are unknown until the pictures are imported. */
      readonly pictures: readonly Picture[]
    }
  | { readonly type: 'image'; readonly image: PortableImage }
  | { readonly type: 'transcript'; readonly transcript: PortableTranscript }
  | { readonly type: 'segment'; readonly transcriptId: string; readonly segment: PortableSegment }
  | { readonly type: 'video'; readonly video: PortableVideo }
  | { readonly type: 'prompt'; readonly prompt: Prompt }
  | { readonly type: 'assistant'; readonly assistant: PortableAssistant }
  | { readonly type: 'memory'; readonly memory: Memory }
  | { readonly type: 'recipe'; readonly recipe: Recipe }
  /** `title` names a conversation that is left out; otherwise it is part of the conversation before. */
  | { readonly type: 'skipped'; readonly reason: SkipReason; readonly count: number; readonly title?: string }

/** Inputs of a format's reader. */
export interface ReadParts {
  readonly source: ImportSource
  /** The files that have the content of the format. */
  readonly files: readonly SourceFile[]
  /** Names of files that are already in the report. */
  readonly unread: readonly string[]
  /** Creates disk storage for parts that arrive before they can be used. */
  readonly spool: <T>() => Spool<T>
  /** Resolves to the path of a copy of a file on the disk; equal files have one copy. Throws the disk's error. */
  readonly copy: (file: SourceFile) => Promise<string>
  /** Called with the size of each JSON part read, in bytes. */
  readonly onBytes: (bytes: number) => void
  readonly signal: AbortSignal
  /** ms since 1970; the time of items that have none. */
  readonly now: number
}

/** Reads one format. Throws an AppFailure `import_damaged`. */
export type PortableSource = (parts: ReadParts) => AsyncGenerator<Portable<PictureSource>>
