/** One event of a stream. */
export interface StreamEvent {
  /** Name of the event; empty without one. */
  readonly name: string
  readonly data: string
}

/**
 * Parser of server-sent events (WHATWG HTML), in chunks of any size, reading each character once. More liberal than the
 * standard: the last event needs no blank line, and a line that is neither field nor comment is an event.
 */
export class EventLines {
  private line: string[] = []
  private data: string[] = []
  private name = ''
  /** True if the last character was CR; an LF after it belongs to the same line end. */
  private afterReturn = false

  /** Parses the next text; returns the events that it completes. */
  push(text: string): readonly StreamEvent[] {
    const events: StreamEvent[] = []
    if (text === '') return events
    let from = this.afterReturn && text.startsWith('\n') ? 1 : 0
    let [feed, carriage] = [text.indexOf('\n', from), text.indexOf('\r', from)]
    while (feed >= 0 || carriage >= 0) {
      const at = feed < 0 || (carriage >= 0 && carriage < feed) ? carriage : feed
      this.line.push(text.slice(from, at))
      this.endLine(events)
      from = at === carriage && feed === at + 1 ? at + 2 : at + 1
      // each is searched on only once passed: a text without one of them is read once for it
      if (feed >= 0 && feed < from) feed = text.indexOf('\n', from)
      if (carriage >= 0 && carriage < from) carriage = text.indexOf('\r', from)
    }
    this.afterReturn = text.endsWith('\r')
    this.line.push(text.slice(from))
    return events
  }

  /** Returns the event that the end of the stream completes. */
  endLines(): readonly StreamEvent[] {
    const events: StreamEvent[] = []
    this.endLine(events)
    this.dispatch(events)
    return events
  }

  private endLine(events: StreamEvent[]): void {
    const line = this.line.join('').replace(/^\ufeff/, '')
    this.line = []
    if (line.trim() === '') {
      this.dispatch(events)
      return
    }
    if (line.startsWith(':')) return
    const at = line.indexOf(':')
    const field = (at < 0 ? line : line.slice(0, at)).trim().toLowerCase()
    const value = at < 0 ? '' : line.slice(at + 1).replace(/^ /, '')
    switch (field) {
      case 'data':
        this.data.push(value)
        break
      case 'event':
        this.name = value.trim()
        break
      case 'id':
      case 'retry':
        break
      default:
        this.data.push(line)
    }
  }

  private dispatch(events: StreamEvent[]): void {
    const data = this.data.join('\n')
    if (data.trim() !== '') events.push({ name: this.name, data })
    this.data = []
    this.name = ''
  }
}

/** Returns true if a text begins like an event stream. */
export function beginsAsEvents(text: string): boolean {
  return /^[\ufeff\s]*(data|event|id|retry)?:/i.test(text.slice(0, 200))
}

/** Returns all events of a complete text. */
export function eventsIn(text: string): readonly StreamEvent[] {
  const lines = new EventLines()
  return [...lines.push(text), ...lines.endLines()]
}
