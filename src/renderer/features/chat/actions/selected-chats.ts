import type { KeyboardEvent, MouseEvent } from 'react'
import type { Conversation } from '../../../../shared/chat.ts'
import { noChats, useSelectedChats, withAll, withListed, withRange, withToggled } from '../state/chat-selection.ts'
import { chatNow } from '../state/chat-store.ts'
import { folderItems } from '../state/folder-items.ts'
import { loadRest } from './chat-actions.ts'
import { useFolders } from './folders-store.ts'

/** Returns the chats of the list that can be selected, in its order. Temporary chats cannot. */
function listedChats(): readonly Conversation[] {
  const { chats, folders } = useFolders.getState()
  const filed = folderItems(folders, chats).flatMap((item) => (item.kind === 'folder' ? [] : [item.conversation]))
  return [...filed, ...chatNow().list]
}

function listedIds(): readonly string[] {
  return listedChats().map(({ id }) => id)
}

/** Returns the selected chats in the order of the list. */
export function selectedChats(): readonly Conversation[] {
  const { ids } = useSelectedChats.getState()
  return listedChats().filter(({ id }) => ids.has(id))
}

export function toggleChat(id: string): void {
  useSelectedChats.setState(withToggled(useSelectedChats.getState(), id))
}

/** Selects the chats between the start of the range and a chat; `from` is the start if there is none yet. */
export function selectChatsTo(to: string, from: string | null): void {
  useSelectedChats.setState(withRange(useSelectedChats.getState(), listedIds(), { from, to }))
}

/** Selects all chats of the list, also those that are not loaded yet. */
export async function selectAllChats(): Promise<void> {
  await loadRest()
  useSelectedChats.setState(withAll(listedIds()))
}

export function endChatSelection(): void {
  useSelectedChats.setState(noChats)
}

/** Deselects chats that left the list. */
export function keepListed(): void {
  useSelectedChats.setState(withListed(useSelectedChats.getState(), listedIds()))
}

/** Selects a clicked chat if Ctrl, ⌘ or Shift is held, or others are selected. Returns false for a click that opens. */
export function selectsPressed(event: MouseEvent, id: string, openId: string | null): boolean {
  if (event.shiftKey) selectChatsTo(id, openId)
  else if (event.ctrlKey || event.metaKey || useSelectedChats.getState().ids.size > 0) toggleChat(id)
  else return false
  return true
}

/**
 * Handles the keys of the selection in the list: Escape ends it, Ctrl/⌘+A selects all, Ctrl/⌘+Space toggles a row.
 * Returns true if a key was handled.
 */
export function selectionKeys(event: KeyboardEvent): boolean {
  // keys of a title field are its own, and those of a menu come through React alone
  if (!(event.target instanceof HTMLElement) || event.target instanceof HTMLInputElement) return false
  if (!event.currentTarget.contains(event.target)) return false
  const mod = event.ctrlKey || event.metaKey
  const id = event.target.dataset.row
  if (event.key === 'Escape' && useSelectedChats.getState().ids.size > 0) endChatSelection()
  else if (mod && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'a') void selectAllChats()
  else if (mod && event.key === ' ' && id !== undefined && listedIds().includes(id)) toggleChat(id)
  else return false
  event.preventDefault()
  return true
}
