/** The folder of a file, its writer, and the first and last number of its versions. */
export interface FilePlace {
  readonly folder: string
  readonly writer: string
  readonly from: number
  readonly to: number
}

/** Turns the content of a file into its bytes at the place, and back. */
export interface FileSeal {
  /** Returns the bytes for a content; the same content in the same place gets the same bytes. */
  sealFile(place: FilePlace, content: Uint8Array): Uint8Array<ArrayBuffer>
  /** Returns the content of a file; null if its bytes are not those of this place, or their key is not known. */
  openFile(place: FilePlace, bytes: Uint8Array): Uint8Array | null
}
