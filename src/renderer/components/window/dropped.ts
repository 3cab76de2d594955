/** A dropped file, or a dropped folder to walk. */
export type Dropped =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'folder'; readonly folder: FolderEntry }

/** The part of `FileSystemDirectoryEntry` that a walk uses. */
export interface FolderEntry {
  readonly name: string
  /** Resolves to the next entries, about a hundred at a time; empty at the end. */
  read(): Promise<readonly (FolderEntry | FileEntry)[]>
}
export interface FileEntry {
  readonly name: string
  file(): Promise<File>
}

/** A file with the folders above it, outermost first; empty for a file that was dropped directly. */
export interface FoundFile {
  readonly file: File
  readonly folders: readonly string[]
}

/**
 * Yields the files of a drop one by one, without hidden ones; folders are read only as far as needed. `enters` decides
 * by name whether to enter a folder. `passOver` receives the name of a file or folder that cannot be read.
 */
export async function* filesOfDrop(
  dropped: Iterable<Dropped>,
  passOver: (name: string) => void,
  enters: (name: string) => boolean = () => true,
): AsyncGenerator<FoundFile> {
  for (const one of dropped) {
    if (one.kind === 'file') yield { file: one.file, folders: [] }
    else yield* filesIn(one.folder, passOver, enters)
  }
}

async function* filesIn(
  folder: FolderEntry,
  passOver: (name: string) => void,
  enters: (name: string) => boolean,
): AsyncGenerator<FoundFile> {
  // a list instead of recursion, for deep folders
  const open = [{ folder, folders: [folder.name] }]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { folders } = at
    const below: typeof open = []
    for (;;) {
      const entries = await at.folder.read().catch(() => null)
      if (entries === null) passOver(at.folder.name)
      if (entries === null || entries.length === 0) break
      for (const entry of entries) {
        if (isHidden(entry.name)) continue
        if ('read' in entry) {
          if (enters(entry.name)) below.push({ folder: entry, folders: [...folders, entry.name] })
          continue
        }
        const file = await entry.file().catch(() => null)
        if (file === null) passOver(entry.name)
        else yield { file, folders }
      }
    }
    // in display order
    open.push(...below.reverse())
  }
}

/** Returns true for the name of a hidden system file, which is never added on purpose. */
export function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'desktop.ini' || name === 'Thumbs.db'
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

/**
 * Returns the content of a drop or paste. Call it during the event, because the browser discards the data afterwards.
 */
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
