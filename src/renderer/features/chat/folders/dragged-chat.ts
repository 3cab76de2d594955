import type { DragEvent } from 'react'

/** Type of the data of a dragged chat. */
const chatType = 'application/x-atelier-chat'

/** Attaches a chat to a drag. */
export function dragChat(event: DragEvent, conversationId: string): void {
  event.dataTransfer.setData(chatType, conversationId)
  event.dataTransfer.effectAllowed = 'move'
}

/** Returns true if a chat is dragged; a file or a text is not. */
export function holdsChat({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes(chatType)
}

/** Returns the id of the dropped chat; null for anything else. */
export function draggedChat({ dataTransfer }: DragEvent): string | null {
  const id = dataTransfer.getData(chatType)
  return id === '' ? null : id
}
