import { createRef } from 'react'
import { create } from 'zustand'
import { filesMax } from '../../../../shared/attached-file-limits.ts'
import { isToolFolder } from '../../../../shared/passed-over-folders.ts'
import { droppedOf, type FoundFile, filesOfDrop, isHidden } from '../../../components/window/dropped.ts'
import { composerKey, useChat } from '../state/chat-store.ts'
import { isWithheld } from '../state/temporary-open.ts'
import { attach } from './attach.ts'
import { composerFilesOf as filesOfComposer, sendable } from './composer-files.ts'

/** Maximum number of files of a folder that are listed. */
export const listedMax = 500

export interface ListedFile {
  readonly key: string
  readonly file: File
  /** The folders that contain it, below the dropped one. */
  readonly place: string
}

/** A folder from which the user picks files. */
interface FolderPick {
  readonly name: string
  readonly files: readonly ListedFile[]
  /** Number of files and folders that could not be read. */
  readonly unreadable: number
  /** True if the folder has more files than are listed. */
  readonly cut: boolean
  readonly isLooking: boolean
}

export const useFolderPick = create<{ readonly pick: FolderPick | null }>(() => ({ pick: null }))

/** Handles a drop: files go to the composer, a folder opens the picker. Call it during the event. */
export function takeDrop(data: DataTransfer): void {
  const dropped = droppedOf(data)
  if (dropped.length > 0 && isWithheld()) return
  const files = dropped.flatMap((one) => (one.kind === 'file' ? [one.file] : []))
  const folders = dropped.filter((one) => one.kind === 'folder')
  if (files.length > 0) void attach(files)
  if (folders.length === 0) return
  const name = folders.map(({ folder }) => folder.name).join(', ')
  void look(name, (passOver) => filesOfDrop(folders, passOver, (inner) => !isToolFolder(inner)))
}

/** The file input for choosing a folder. */
export const folderField = createRef<HTMLInputElement>()

/** Lets the user choose a folder, then files in it. */
export function chooseFolder(): void {
  if (isWithheld()) return
  const field = folderField.current
  if (field === null) return
  field.webkitdirectory = true
  field.click()
}

/** Lists the files of a chosen folder. */
export function takeFolder(files: readonly File[]): void {
  const name = files[0]?.webkitRelativePath.split('/')[0] ?? ''
  if (files.length > 0) void look(name, () => listed(files))
}

/** Returns how many more files fit into the message. */
export function roomLeft(): number {
  return Math.max(0, filesMax - sendable(filesOfComposer(composerKey(useChat.getState()))).length)
}

export function closeFolder(): void {
  useFolderPick.setState({ pick: null })
}

/** Adds the picked files to the composer. */
export function attachPicked(files: readonly ListedFile[]): void {
  closeFolder()
  void attach(files.map(({ file }) => file))
}

/** Yields the files of a chosen folder, which the browser lists with their paths. */
async function* listed(files: readonly File[]): AsyncGenerator<FoundFile> {
  for (const file of files) {
    const folders = file.webkitRelativePath.split('/').slice(0, -1)
    if (!isHidden(file.name) && !folders.slice(1).some(isToolFolder)) yield { file, folders }
  }
}

async function look(name: string, find: (passOver: () => void) => AsyncIterable<FoundFile>): Promise<void> {
  const start: FolderPick = { name, files: [], unreadable: 0, cut: false, isLooking: true }
  useFolderPick.setState({ pick: start })
  const files: ListedFile[] = []
  let [unreadable, cut] = [0, false]
  const found = find(() => {
    unreadable += 1
  })
  for await (const { file, folders } of found) {
    // closed meanwhile, or another folder was dropped
    if (useFolderPick.getState().pick !== start) return
    if (files.length >= listedMax) {
      cut = true
      break
    }
    files.push({ key: crypto.randomUUID(), file, place: folders.slice(1).join(' / ') })
  }
  if (useFolderPick.getState().pick !== start) return
  files.sort(
    (one, other) =>
      one.place.localeCompare(other.place, undefined, { numeric: true }) ||
      one.file.name.localeCompare(other.file.name, undefined, { numeric: true }),
  )
  useFolderPick.setState({ pick: { name, files, unreadable, cut, isLooking: false } })
}
