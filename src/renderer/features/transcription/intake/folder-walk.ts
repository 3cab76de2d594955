import { isHidden, looksLikeSound } from './sound-files.ts'

/** Most recordings taken from one drop. */
export const filesMax = 10_000
/** Most files examined in one drop, so that a whole disk is not walked by accident. */
const looksMax = 200_000

/** A dropped file, or a dropped folder to walk. */
export type Dropped =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'folder'; readonly folder: FolderEntry }

/** The part of `FileSystemDirectoryEntry` that a walk uses. */
export interface FolderEntry {
  readonly name: string
  /** The next entries, about a hundred at a time; empty at the end. */
  read(): Promise<readonly (FolderEntry | FileEntry)[]>
}
export interface FileEntry {
  readonly name: string
  file(): Promise<File>
}

export interface WalkCount {
  /** Files that do not look like sound or video, or could not be read. */
  passedOver: number
  /** Names of the first of them. */
  readonly names: string[]
  /** Whether some were left out because of the bound. */
  cut: boolean
}

/** Most files named; a folder may contain a hundred thousand others. */
const namesMax = 200

function passOver(count: WalkCount, name: string): void {
  count.passedOver += 1
  if (count.names.length < namesMax) count.names.push(name)
}

/** The recordings of a drop, one by one; folders are read only as far as needed. */
export async function* recordingsOf(dropped: Iterable<Dropped>, count: WalkCount): AsyncGenerator<File> {
  let taken = 0
  let looked = 0
  for await (const file of filesOf(dropped, count)) {
    looked += 1
    if (!looksLikeSound(file)) passOver(count, file.name)
    else {
      if (taken >= filesMax) {
        count.cut = true
        return
      }
      taken += 1
      yield file
    }
    if (looked >= looksMax) {
      count.cut = true
      return
    }
  }
}

async function* filesOf(dropped: Iterable<Dropped>, count: WalkCount): AsyncGenerator<File> {
  for (const one of dropped) {
    if (one.kind === 'file') yield one.file
    else yield* filesIn(one.folder, count)
  }
}

async function* filesIn(folder: FolderEntry, count: WalkCount): AsyncGenerator<File> {
  // a list instead of recursion, for deep folders
  const open: FolderEntry[] = [folder]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const below: FolderEntry[] = []
    for (;;) {
      const entries = await at.read().catch(() => [])
      if (entries.length === 0) break
      for (const entry of entries) {
        if (isHidden(entry.name)) continue
        if ('read' in entry) below.push(entry)
        else {
          const file = await entry.file().catch(() => null)
          if (file === null) passOver(count, entry.name)
          else yield file
        }
      }
    }
    // in display order
    open.push(...below.reverse())
  }
}

// by their own properties, because Chromium exposes no such classes
function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function fileEntry(entry: FileSystemFileEntry): FileEntry {
  return { name: entry.name, file: () => new Promise((resolve, reject) => entry.file(resolve, reject)) }
}

function folderEntry(entry: FileSystemDirectoryEntry): FolderEntry {
  // one reader for all reads, because it keeps its position
  const reader = entry.createReader()
  return {
    name: entry.name,
    read: () =>
      new Promise((resolve, reject) =>
        reader.readEntries(
          (entries) =>
            resolve(
              entries.flatMap((inner): (FolderEntry | FileEntry)[] =>
                isFolder(inner) ? [folderEntry(inner)] : isFile(inner) ? [fileEntry(inner)] : [],
              ),
            ),
          reject,
        ),
      ),
  }
}

/** The content of a drop or paste. Call it during the event, because the browser drops the data afterwards. */
export function droppedOf(data: DataTransfer): readonly Dropped[] {
  const items = [...data.items].filter((item) => item.kind === 'file')
  if (items.length === 0) return [...data.files].map((file) => ({ kind: 'file', file }))
  return items.flatMap((item): readonly Dropped[] => {
    const entry = item.webkitGetAsEntry()
    if (entry !== null && isFolder(entry)) return [{ kind: 'folder', folder: folderEntry(entry) }]
    // the file itself may know its path, unlike a copy from its entry
    const file = item.getAsFile()
    return file === null ? [] : [{ kind: 'file', file }]
  })
}
