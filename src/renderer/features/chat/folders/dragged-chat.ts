import type { DragEvent } from 'react'

/** Type of the data of dragged chats: their ids. */
const chatType = 'application/x-atelier-chat'

/** Attaches chats to a drag. */
export function dragChats(event: DragEvent, conversationIds: readonly string[]): void {
  event.dataTransfer.setData(chatType, conversationIds.join(' '))
  event.dataTransfer.effectAllowed = 'move'
}

/** Returns true if chats are dragged, and no file or text. */
export function holdsChats({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(chatType)
}

/** Returns the ids of the dropped chats; empty for anything else. */
export function draggedChats({ dataTransfer }: DragEvent): readonly string[] {
  return dataTransfer
    .getData(chatType)
    .split(' ')
    .filter((id) => id !== '')
}
