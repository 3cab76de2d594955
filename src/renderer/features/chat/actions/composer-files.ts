import { create } from 'zustand'
import type { AttachedFile } from '../../../../shared/attached-file.ts'
import { type FileProblem, fileNameMax, filesMax, fileTextMax } from '../../../../shared/attached-file-limits.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'
import { languageFor } from '../../../../shared/language.ts'
import type { TextEncoding } from '../../../../shared/text-encodings.ts'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import { appState } from '../../../platform/app-store.ts'
import { call, importFile } from '../../../platform/bridge/client.ts'
import { newChatOwner } from '../../../platform/page-kind.ts'
import { composerKey, pressArea, useChat } from '../state/chat-store.ts'

/** Why a file is not in the message. */
export type FileRefusal =
  | { readonly by: 'reader'; readonly problem: FileProblem }
  | { readonly by: 'error'; readonly code: ErrorCode }
  | { readonly by: 'count' }

/** A file in the composer. */
export interface ComposerFile {
  readonly key: string
  readonly name: string
  /** The read file; null while it is read, and if it was refused. */
  readonly file: AttachedFile | null
  readonly refusal: FileRefusal | null
  /** The dropped, pasted or chosen file; null after a restart. */
  readonly source: File | null
  /** Password of the file, for this run of the page only. */
  readonly password?: string
  /** True for a file of the folder that the new chat will be in. It is no draft: the folder brings it again. */
  readonly isFromFolder?: true
}

/** Files of the unsent messages, by composer. */
export const useComposerFiles = create<{ readonly lists: Readonly<Record<string, readonly ComposerFile[]>> }>(() => ({
  lists: {},
}))

const none: readonly ComposerFile[] = []

/** Returns the files of the open composer. */
export function useOpenFiles(): readonly ComposerFile[] {
  const key = useChat(composerKey)
  return useComposerFiles((state) => state.lists[key] ?? none)
}

/** Returns the files of a composer. */
export function composerFilesOf(key: string): readonly ComposerFile[] {
  return useComposerFiles.getState().lists[key] ?? none
}

/** Returns true if a file is too long to be sent without the user's decision. */
export function isTooLong({ file }: ComposerFile): boolean {
  return file !== null && file.length > fileTextMax
}

/**
 * Returns true if nothing prevents sending these files. Refused ones do not: they are not in the message.
 */
export function areReady(files: readonly ComposerFile[]): boolean {
  return files.every((entry) => (entry.file !== null || entry.refusal !== null) && !isTooLong(entry))
}

/** Returns true if a file is still being read. */
export function isReading({ file, refusal }: ComposerFile): boolean {
  return file === null && refusal === null
}

/** Returns the files that are in the message, or will be once they are read. */
export function filesToSend(files: readonly ComposerFile[]): readonly ComposerFile[] {
  return files.filter(({ refusal }) => refusal === null)
}

/** Returns the files that the user attached. Those of a folder alone are no message. */
export function ownFiles(files: readonly ComposerFile[]): readonly ComposerFile[] {
  return files.filter(({ isFromFolder }) => isFromFolder !== true)
}

/** Returns the part of these files that is sent. */
export function sendable(files: readonly ComposerFile[]): readonly AttachedFile[] {
  return files.flatMap(({ file }) => (file === null ? [] : [file]))
}

function shownLanguage() {
  const { info, settings } = appState()
  return languageFor(settings.language, info.locale)
}

function ownerOf(key: string): string | null {
  return key === useChat.getState().newId ? newChatOwner : key
}

/** Changes the files of a composer, and stores them. */
export function changeComposerFiles(
  key: string,
  edit: (files: readonly ComposerFile[]) => readonly ComposerFile[],
): void {
  useComposerFiles.setState(({ lists }) => ({ lists: { ...lists, [key]: edit(lists[key] ?? none) } }))
  paidPresses.noteContentChange(pressArea('send'))
  const own = sendable(ownFiles(composerFilesOf(key)))
  void call('files.saveDraft', { conversationId: ownerOf(key), files: [...own] })
}

/** Puts the files of a folder before those of the new chat, in place of the files that a folder brought before. */
export function bringFolderFiles(files: readonly AttachedFile[]): void {
  const key = useChat.getState().newId
  const before = composerFilesOf(key)
  const own = ownFiles(before)
  if (files.length === 0 && own.length === before.length) return
  const room = filesMax - filesToSend(own).length
  const brought = files.map((file, index): ComposerFile => {
    const entry = { key: crypto.randomUUID(), name: file.name, source: null, isFromFolder: true } as const
    return index < room ? { ...entry, file, refusal: null } : { ...entry, file: null, refusal: { by: 'count' } }
  })
  changeComposerFiles(key, () => [...brought, ...own])
}

/** Replaces a file of a composer by its key. */
export function replace(key: string, entry: ComposerFile): void {
  changeComposerFiles(key, (files) => files.map((other) => (other.key === entry.key ? entry : other)))
}

/** Reads dropped, pasted or chosen files into the composer. */
export async function addFiles(files: readonly File[]): Promise<void> {
  const key = composerKey(useChat.getState())
  // files that are still being read count too
  const room = filesMax - filesToSend(composerFilesOf(key)).length
  const entries = files.map((file, index) => {
    const refusal: FileRefusal | null = index < room ? null : { by: 'count' }
    return { key: crypto.randomUUID(), name: file.name, file: null, refusal, source: file }
  })
  // earlier refusals concern other files
  changeComposerFiles(key, (before) => [...before.filter(({ refusal }) => refusal === null), ...entries])
  await Promise.all(entries.slice(0, Math.max(0, room)).map((entry) => read(key, entry, entry.source)))
}

async function read(key: string, entry: ComposerFile, source: File): Promise<void> {
  replace(key, await readEntry(entry, source))
}

/** Reads the file of an entry. Resolves to the entry with the file, or with the reason why there is none. */
export async function readEntry(entry: ComposerFile, source: File): Promise<ComposerFile> {
  const imported = await importFile(source)
  const opening = entry.password === undefined ? {} : { password: entry.password }
  const answer = imported.ok
    ? await call('files.read', { token: imported.value.token, language: shownLanguage(), ...opening })
    : imported
  if (!answer.ok) return { ...entry, refusal: { by: 'error', code: answer.error.code } }
  const { value } = answer
  if (value.state === 'refused') return { ...entry, refusal: { by: 'reader', problem: value.problem } }
  // the name that the user knows, which an upload may have changed
  return { ...entry, file: { ...value.file, name: entry.name.slice(-fileNameMax) || 'file' } }
}

/** Uses only the beginning of a file that is too long. */
export async function cutFile(entry: ComposerFile): Promise<void> {
  if (entry.file === null) return
  const key = composerKey(useChat.getState())
  replace(key, await cutEntry(entry))
}

/** Resolves to the entry of a file that is too long with only its beginning. */
export async function cutEntry(entry: ComposerFile): Promise<ComposerFile> {
  if (entry.file === null) return entry
  const answer = await call('files.cut', { file: entry.file })
  return answer.ok
    ? { ...entry, file: answer.value }
    : { ...entry, file: null, refusal: { by: 'error', code: answer.error.code } }
}

/** Reads a text again, in an encoding that the user chose. */
export async function decodeFile(entry: ComposerFile, encoding: TextEncoding): Promise<void> {
  if (entry.file === null) return
  const key = composerKey(useChat.getState())
  const answer = await call('files.decode', { file: entry.file, encoding })
  if (answer.ok) replace(key, { ...entry, file: answer.value })
}

/** Reads a locked file again, with a password. */
export async function unlockFile(entry: ComposerFile, password: string): Promise<void> {
  if (entry.source === null) return
  const key = composerKey(useChat.getState())
  if (filesToSend(composerFilesOf(key)).length >= filesMax) {
    replace(key, { ...entry, refusal: { by: 'count' } })
    return
  }
  const again = { ...entry, refusal: null, password }
  replace(key, again)
  await read(key, again, entry.source)
}

export function removeFile(fileKey: string): void {
  changeComposerFiles(composerKey(useChat.getState()), (files) => files.filter(({ key }) => key !== fileKey))
}

/** Clears a composer whose message was sent; `conversationId` is null if it started a conversation. */
export function filesSent(key: string, conversationId: string | null): void {
  useComposerFiles.setState(({ lists }) => ({ lists: { ...lists, [key]: none } }))
  void call('files.saveDraft', { conversationId, files: [] })
}

/** Restores the files of the composer, unless it already has some. */
export async function restoreFiles(): Promise<void> {
  const key = composerKey(useChat.getState())
  if (useComposerFiles.getState().lists[key] !== undefined) return
  const answer = await call('files.draft', { conversationId: ownerOf(key) })
  if (!answer.ok || answer.value.length === 0) return
  const restored = answer.value.map((file) => ({
    ...{ key: crypto.randomUUID(), name: file.name, file },
    ...{ refusal: null, source: null },
  }))
  // files added while the answer was loading take precedence
  useComposerFiles.setState(({ lists }) => (lists[key] === undefined ? { lists: { ...lists, [key]: restored } } : {}))
}
