/** A file in a listing. */
interface ListedFile {
  readonly name: string
  /** Size in bytes; null if the place does not state it. */
  readonly bytes: number | null
}

/** The part of a place that sync needs; see `places/place.ts`, whose places fulfil it. Every method may reject. */
export interface SharedPlace {
  /** Lists the files of a folder; none if it does not exist. */
  listFolder(folder: string): Promise<{ readonly files: readonly ListedFile[] }>
  /** Reads a whole file of at most `bytesMax` bytes. */
  readFile(path: string, bytesMax: number): Promise<Uint8Array>
  /** Stores a file under a new name. */
  writeFile(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Removes a file; a missing file is not an error. */
  removeFile(path: string): Promise<void>
}
