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
    let from = 0
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code !== 0x0a && code !== 0x0d) {
        this.afterReturn = false
        continue
      }
      const isSecondHalf = code === 0x0a && this.afterReturn
      this.afterReturn = code === 0x0d
      if (!isSecondHalf) {
        this.line.push(text.slice(from, at))
        this.endLine(events)
      }
      from = at + 1
    }
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
