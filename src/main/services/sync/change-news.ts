import type { EventSink } from '../../platform.ts'
import type { AppliedChanges } from './applied-changes.ts'

/** Tells the page of changes by other computers, as after an import. */
export function tellOfChanges(events: EventSink, all: readonly AppliedChanges[]): void {
  const removed = new Set(all.flatMap(({ removedChats }) => removedChats))
  const changed = new Set(all.flatMap(({ chats }) => chats))
  if (changed.size === 0 && removed.size === 0 && !all.some(({ hasLibraryChanges }) => hasLibraryChanges)) return
  for (const conversationId of removed)
    if (!changed.has(conversationId)) events.emit('chat.removed', { conversationId })
  for (const conversationId of changed) events.emit('chat.rearranged', { conversationId })
  events.emit('transfer.imported', {})
  events.emit('history.changed', {})
}
