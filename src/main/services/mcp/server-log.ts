import { errorLine } from './error-line.ts'
import { ServerFilter } from './server-filter.ts'

/** Longest text of a server's log, in UTF-16 units. */
const logMax = 64_000
/** Longest line, in UTF-16 units. */
const lineMax = 2000

/** The latest output of a server for people, as plain text in bounded memory. */
export class ServerLog {
  /** Removes secrets from everything that the server writes. */
  readonly filter: ServerFilter
  private lines: { readonly text: string; readonly isOurs: boolean }[] = []
  private length = 0
  private open = ''

  constructor(filter: ServerFilter = new ServerFilter()) {
    this.filter = filter
  }

  /** Adds a piece of a stream; its last line may continue in the next piece. */
  writeText(text: string): void {
    const pieces = text.split('\n')
    const last = pieces.pop() ?? ''
    for (const piece of pieces) {
      this.keepLine(this.open + piece, false)
      this.open = ''
    }
    // one more unit than is shown, so that a cut line is known as cut
    this.open = (this.open + last.slice(0, lineMax + 1)).slice(0, lineMax + 1)
  }

  /** Adds a line of Atelier's own. */
  addLine(line: string): void {
    this.keepLine(line, true)
  }

  logText(): string {
    return this.joined([...this.lines.map(({ text }) => text), this.cut(this.open)]).trimEnd()
  }

  /** Returns the line in which the server explains its end; empty if there is none. */
  reason(): string {
    const own = this.lines.filter(({ isOurs }) => !isOurs).map(({ text }) => text)
    return errorLine(this.joined([...own, this.cut(this.open)]).split('\n'))
  }

  private keepLine(line: string, isOurs: boolean): void {
    const text = this.cut(line)
    this.lines.push({ text, isOurs })
    this.length += text.length + 1
    while (this.length > logMax) this.length -= (this.lines.shift()?.text.length ?? 0) + 1
  }

  private joined(lines: readonly string[]): string {
    return this.filter.plain(lines.join('\n'))
  }

  private cut(line: string): string {
    return line.length > lineMax ? `${this.filter.beginning(line.slice(0, lineMax)).toWellFormed()}…` : line
  }
}
