import type { RequestTotals, VectorModel, WantedCount } from '../../storage/vector-requests.ts'
import type { TextPlace } from '../../storage/vector-texts.ts'
import type { CountedSet } from '../../storage/vectors.ts'

/** Counts and choices of the vector file. */
export interface VectorReport {
  /** True if sqlite-vec works on this computer. */
  readonly canSearch: boolean
  readonly choice: VectorModel | null
  /** Data of the service about the choice, as JSON; null if there is none. */
  readonly terms: string | null
  readonly isCounting: boolean
  readonly done: number
  readonly wanted: WantedCount
  readonly totals: RequestTotals
  readonly sets: readonly CountedSet[]
}

/** A text to be sent, with the places to read it; `text` is null if its source is not the history. */
export interface BatchText {
  readonly textId: number
  readonly text: string | null
  readonly places: readonly TextPlace[]
}

/** Texts of one request. The request is recorded before it is sent. */
export interface Batch {
  readonly requestId: number
  readonly size: number
  readonly estimated: number
  readonly texts: readonly BatchText[]
}

/** End of a request without vectors. */
export interface FailedRequest {
  readonly requestId: number
  /** `failed`: it cost nothing; `unknown`: its answer was lost; `refused`: its answer made no sense. */
  readonly state: 'failed' | 'unknown' | 'refused'
  readonly textIds: readonly number[]
  /** `hold`: waits for the user; `aside`: the gateway refuses the text; `keep`: is sent again; `drop`: was removed. */
  readonly next: 'keep' | 'hold' | 'aside' | 'drop'
}

/** A whole passage of a collection. */
export interface StoredPassage {
  readonly key: string
  readonly at: number
  readonly text: string
}

/** Something near to a query: a part of a document of the history, or a passage. */
export interface Nearest {
  readonly collection: string
  readonly key: string
  /** Start of the part in its document, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** Cosine of the angle, from -1 to 1. */
  readonly score: number
}

/** Questions to the thread of the vectors, each with its input and output. */
export interface VectorCalls {
  report: { readonly input: null; readonly output: VectorReport }
  /** Chooses the model and follows the history. */
  choose: { readonly input: VectorModel & { readonly terms: string }; readonly output: null }
  setTerms: { readonly input: string; readonly output: null }
  /** The next texts to be sent, at most `limit` tokens; null if there are none. */
  batch: { readonly input: { readonly tokensMax: number | null }; readonly output: Batch | 'budget' | null }
  /** Records that the same request is sent once more. Returns its new id. */
  again: {
    readonly input: {
      readonly batch: Pick<Batch, 'requestId' | 'size' | 'estimated'>
      readonly state: 'failed' | 'unknown'
    }
    readonly output: number
  }
  /** Stores the vectors of a request; `unread` are texts that were not sent after all. */
  commit: {
    readonly input: {
      readonly requestId: number
      /** The model of these vectors; another one may be selected by now. */
      readonly model: VectorModel
      readonly textIds: readonly number[]
      readonly dimension: number
      readonly vectors: Float32Array
      readonly tokens: number | null
      readonly unread: readonly number[]
    }
    /** False if the vectors have another dimension than the existing ones: none was stored. */
    readonly output: boolean
  }
  fail: { readonly input: FailedRequest; readonly output: null }
  /** Remembers the number of texts that the model refused at once. */
  shrink: { readonly input: number; readonly output: null }
  /** Lets held texts be sent once more. */
  release: { readonly input: null; readonly output: null }
  /** Records a request for the vector of a query. Returns its id. */
  beginQuery: { readonly input: number; readonly output: number }
  endQuery: {
    readonly input: {
      readonly requestId: number
      readonly state: 'done' | 'failed' | 'unknown' | 'refused'
      readonly tokens: number | null
    }
    readonly output: null
  }
  /** Dimension of the chosen set; null while it has no vectors. */
  dimension: { readonly input: null; readonly output: number | null }
  nearest: {
    readonly input: { readonly vector: Float32Array; readonly collections: readonly string[]; readonly limit: number }
    readonly output: readonly Nearest[]
  }
  /** Keys of a collection that are missing here. */
  compare: {
    readonly input: { readonly collection: string; readonly keys: readonly string[] }
    readonly output: readonly string[]
  }
  /**
   * Forgets the passages of a collection that are not among the keys. Call it only after the missing ones are put: a
   * text that moved to another key keeps its vector.
   */
  retain: {
    readonly input: { readonly collection: string; readonly keys: readonly string[] }
    readonly output: null
  }
  /** Names of all collections except the history. */
  collections: { readonly input: null; readonly output: readonly string[] }
  put: {
    readonly input: { readonly collection: string; readonly passages: readonly StoredPassage[] }
    readonly output: null
  }
  progress: {
    readonly input: readonly string[]
    readonly output: { readonly texts: number; readonly embedded: number }
  }
  removeSet: { readonly input: number; readonly output: null }
  /** Stops following the history, before the file is deleted. */
  unfollow: { readonly input: null; readonly output: null }
}

/** Reported without a question when texts were added or removed. */
export type VectorNews = 'changed'

/** Start data of the thread. */
export interface VectorThreadData {
  /** Path of the app's database. */
  readonly path: string
  /** The vector file. */
  readonly vectors: string
}
