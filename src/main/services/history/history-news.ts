import type { EventName } from '../../../shared/ipc/contract.ts'
import type { EventSink } from '../../platform.ts'

/** After these something in the history came, changed or went. */
const changing: ReadonlySet<EventName> = new Set<EventName>([
  'chat.conversation',
  'chat.removed',
  'chat.status',
  'images.changed',
  'transcripts.changed',
  'videos.changed',
])

/** Passes events on, and tells of the history after each that changes something in it. */
export function withHistoryNews(events: EventSink): EventSink {
  return {
    emit: (name, payload) => {
      events.emit(name, payload)
      if (changing.has(name)) events.emit('history.changed', {})
    },
  }
}
