/** A file of the folder that may be a recording. */
export interface ListedFile {
  /** Path in the folder, with forward slashes. */
  readonly path: string
  readonly bytes: number
  /** Modification time in ms, by the file system. */
  readonly modifiedAt: number
}

export interface FolderListing {
  readonly files: readonly ListedFile[]
  /** True if there are more files than are looked at. */
  readonly isCut: boolean
}

/** Content of a file that was read to its end. */
export interface FileContent {
  /** SHA-256 of the content, as the library uses it. */
  readonly hash: string
  /** Size and modification time of what was read. */
  readonly bytes: number
  readonly modifiedAt: number
  /** True for sound, and for film. */
  readonly isSound: boolean
  /** Length in ms by its header; null if it states none. */
  readonly duration: number | null
}

/** A folder outside the data folder, which may be gone at any time. */
export interface FolderView {
  /** Resolves to the files that may be recordings; null if the folder cannot be read completely. Never rejects. */
  list(folder: string): Promise<FolderListing | null>
  /** Reads a file to its end; null if it cannot be read now, or changes meanwhile. Never rejects. */
  read(folder: string, path: string): Promise<FileContent | null>
}
