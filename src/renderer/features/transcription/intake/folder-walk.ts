import { isHidden, looksLikeSound } from './sound-files.ts'

/** The most recordings that one drop takes. */
export const filesMax = 10_000
/** The most files that one drop looks at: a whole disk is not walked by accident. */
const looksMax = 200_000

/** What was dropped: a file, or a folder to be walked. */
export type Dropped =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'folder'; readonly folder: FolderEntry }

/** The part of `FileSystemDirectoryEntry` that a walk needs. */
export interface FolderEntry {
  readonly name: string
  /** The next entries, a hundred or so at a time; none at the end. */
  read(): Promise<readonly (FolderEntry | FileEntry)[]>
}
export interface FileEntry {
  readonly name: string
  file(): Promise<File>
}

export interface WalkCount {
  /** Files that do not look like sound or video, or could not be read. */
  passedOver: number
  /** The names of the first of them. */
  readonly names: string[]
  /** Whether there was more than is taken at once. */
  cut: boolean
}

/** Files that are named at most; a folder may hold a hundred thousand others. */
const namesMax = 200

function passOver(count: WalkCount, name: string): void {
  count.passedOver += 1
  if (count.names.length < namesMax) count.names.push(name)
}

/** The recordings of a drop, one after the other: a folder is read only as far as they are asked for. */
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
  // deep trees need no deep stack
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
    // in the order in which they are shown
    open.push(...below.reverse())
  }
}

// by what they say of themselves: Chromium has no such classes to compare with
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
  // one reader for all reads: it remembers where it is
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

/** What a drop or a paste holds. Must be called within the event: the browser forgets it afterwards. */
export function droppedOf(data: DataTransfer): readonly Dropped[] {
  const items = [...data.items].filter((item) => item.kind === 'file')
  if (items.length === 0) return [...data.files].map((file) => ({ kind: 'file', file }))
  return items.flatMap((item): readonly Dropped[] => {
    const entry = item.webkitGetAsEntry()
    if (entry !== null && isFolder(entry)) return [{ kind: 'folder', folder: folderEntry(entry) }]
    // the file itself, which may know its path, rather than a copy made by its entry
    const file = item.getAsFile()
    return file === null ? [] : [{ kind: 'file', file }]
  })
}
