/** The most text of a server's log, in UTF-16 units. */
const logMax = 64_000
/** The most of one line. */
const lineMax = 2000

/** The last of what a server wrote for people, as plain text in bounded memory. */
export class ServerLog {
  private lines: string[] = []
  private length = 0
  private open = ''
  private secrets: readonly string[] = []

  /** Values that are never shown, instead of those before. */
  hide(secrets: readonly string[]): void {
    // shorter values would blot out ordinary words
    this.secrets = secrets.filter((secret) => secret.length >= 6).sort((one, other) => other.length - one.length)
  }

  /** More values that are never shown. */
  hideAlso(secrets: readonly string[]): void {
    this.hide([...this.secrets, ...secrets])
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
    const kept = line.length > lineMax ? `${line.slice(0, lineMax).toWellFormed()}…` : line
    this.lines.push(kept)
    this.length += kept.length + 1
    while (this.length > logMax) this.length -= (this.lines.shift()?.length ?? 0) + 1
  }

  text(): string {
    const whole = plainText([...this.lines, this.open].join('\n'))
    return this.secrets.reduce((text, secret) => text.replaceAll(secret, '•••'), whole).trimEnd()
  }

  /** The server's own last line; ours stand in brackets. */
  last(): string {
    const own = this.text()
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('['))
    return own.at(-1)?.slice(0, 500) ?? ''
  }
}

/** A foreign text without terminal codes, direction marks and other characters that nobody sees. */
export function plainText(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
      .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
      .replace(/[\u{e0000}-\u{e007f}]/gu, '')
      .toWellFormed()
  )
}
