import { ServerFilter } from './server-filter.ts'

/** The most text of a server's log, in UTF-16 units. */
const logMax = 64_000
/** The most of one line. */
const lineMax = 2000

/** The last of what a server wrote for people, as plain text in bounded memory. */
export class ServerLog {
  /** Removes secrets from all that the server says. */
  readonly filter: ServerFilter
  private lines: string[] = []
  private length = 0
  private open = ''

  constructor(filter: ServerFilter = new ServerFilter()) {
    this.filter = filter
  }

  /** Adds a piece of a stream; its last line may go on in the next piece. */
  write(text: string): void {
    const pieces = text.split('\n')
    const last = pieces.pop() ?? ''
    for (const piece of pieces) {
      this.add(this.open + piece)
      this.open = ''
    }
    // one more unit than is shown, so that a cut line is known as cut
    this.open = (this.open + last.slice(0, lineMax + 1)).slice(0, lineMax + 1)
  }

  /** Adds a whole line. */
  add(line: string): void {
    const kept = this.cut(line)
    this.lines.push(kept)
    this.length += kept.length + 1
    while (this.length > logMax) this.length -= (this.lines.shift()?.length ?? 0) + 1
  }

  text(): string {
    return this.filter.plain([...this.lines, this.cut(this.open)].join('\n')).trimEnd()
  }

  /** The server's own last line; ours stand in brackets. */
  last(): string {
    const own = this.text()
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('['))
    return own.at(-1)?.slice(0, 500) ?? ''
  }

  private cut(line: string): string {
    return line.length > lineMax ? `${this.filter.beginning(line.slice(0, lineMax)).toWellFormed()}…` : line
  }
}
