import type { EventName } from '../../../shared/ipc/contract.ts'
import type { EventSink } from '../../platform.ts'

/** Events that imply a change of the history. */
const changing: ReadonlySet<EventName> = new Set<EventName>([
  'chat.conversation',
  'chat.removed',
  'chat.status',
  'images.changed',
  'transcripts.changed',
  'videos.changed',
])

/** Passes events on, and adds a history event after each that changes the history. */
export function withHistoryNews(events: EventSink): EventSink {
  return {
    emit: (name, payload) => {
      events.emit(name, payload)
      if (changing.has(name)) events.emit('history.changed', {})
    },
  }
}
