import type { SkipReason } from '../../../../shared/transfer.ts'
import type {
  MediaEntry,
  PortableConversation,
  PortableImage,
  PortableMessage,
  PortableSegment,
  PortableTranscript,
  PortableVideo,
} from '../atelier-format.ts'
import type { ImportSource } from './import-source.ts'
import type { Spool } from './spool.ts'

/** Source of a message's picture. */
export type PictureSource =
  /** A file of the import. */
  | { readonly kind: 'file'; readonly path: string }
  /** A `data:` URL, read when it is its turn; pictures of one key are the same picture. */
  | { readonly kind: 'data'; readonly key: string | null; readonly url: () => string }
  /** A file of Atelier's own export. */
  | { readonly kind: 'media'; readonly id: string }
  /** A file the export mentions but does not hold. */
  | { readonly kind: 'missing' }

/** A picture of a message as the reader's thread names it. */
export type ReadPicture =
  /** Asked of the thread by `ref` before it reads on; pictures of one key are the same picture. */
  | { readonly kind: 'picture'; readonly ref: number; readonly key: string | null }
  | { readonly kind: 'media'; readonly id: string }
  | { readonly kind: 'missing' }

/** An item read from an import, in the form in which it is stored. Parts follow what they belong to. */
export type Portable<Picture = ReadPicture> =
  | { readonly type: 'media'; readonly entry: MediaEntry }
  | { readonly type: 'conversation'; readonly conversation: PortableConversation }
  | {
      readonly type: 'message'
      readonly conversationId: string
      readonly message: PortableMessage
      /** In the place of the message's own attachments, which are not known yet. */
      readonly pictures: readonly Picture[]
    }
  | { readonly type: 'image'; readonly image: PortableImage }
  | { readonly type: 'transcript'; readonly transcript: PortableTranscript }
  | { readonly type: 'segment'; readonly transcriptId: string; readonly segment: PortableSegment }
  | { readonly type: 'video'; readonly video: PortableVideo }
  | { readonly type: 'skipped'; readonly reason: SkipReason; readonly count: number }

/** Inputs of a format's reader. */
export interface ReadParts {
  readonly source: ImportSource
  /** Has a place on the disk for what cannot be put to use when it comes. */
  readonly spool: <T>() => Spool<T>
  /** Told of every stretch of JSON that was read, in bytes. */
  readonly onBytes: (bytes: number) => void
  readonly signal: AbortSignal
  /** ms since 1970: for what has no time of its own. */
  readonly now: number
}

/** Reads one format. Throws an AppFailure `import_damaged`. */
export type PortableSource = (parts: ReadParts) => AsyncGenerator<Portable<PictureSource>>
