import type { EventName } from '../../../shared/ipc/contract.ts'
import type { EventSink } from '../../platform.ts'

/** Events about jobs and answers, which may end a step of a recipe. */
const jobEvents: ReadonlySet<EventName> = new Set<EventName>([
  'chat.status',
  'images.job',
  'transcription.job',
  'videos.job',
])

/** Passes events on, and calls a listener after each that reports a job or an answer. */
export class JobNews implements EventSink {
  private readonly events: EventSink
  private listener: () => void = () => undefined

  constructor(events: EventSink) {
    this.events = events
  }

  emit: EventSink['emit'] = (name, payload) => {
    this.events.emit(name, payload)
    if (jobEvents.has(name)) this.listener()
  }

  /** Sets the listener. It must not throw. */
  onJob(listener: () => void): void {
    this.listener = listener
  }
}
