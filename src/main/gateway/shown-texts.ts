/** A text that grows: one part of a message's content. */
export class ShownText {
  /** Identifies the message; texts of different messages become separate paragraphs. */
  readonly owner: object
  isDone = false
  private readonly pieces: string[] = []
  private total = 0
  private unshown: string[] = []

  constructor(owner: object) {
    this.owner = owner
  }

  /** The length in UTF-16 units. */
  get length(): number {
    return this.total
  }

  get text(): string {
    const text = this.pieces.join('')
    this.pieces.splice(0, this.pieces.length, text)
    return text
  }

  append(piece: string): void {
    if (piece === '') return
    this.pieces.push(piece)
    this.unshown.push(piece)
    this.total += piece.length
  }

  /** Removes and returns the text that has not been shown. */
  takeText(): string {
    const text = this.unshown.join('')
    this.unshown = []
    return text
  }
}

/**
 * Orders texts that may grow at the same time into one text that only grows at its end. The first shows its pieces as
 * they come; a later one waits until those before it are done.
 */
export class ShownTexts {
  private readonly texts: ShownText[] = []
  private front = 0
  private last: ShownText | null = null
  private endsLine = true

  openText(owner: object): ShownText {
    const text = new ShownText(owner)
    this.texts.push(text)
    return text
  }

  /** Returns the text that can be shown now. */
  showableText(): string {
    const shown: string[] = []
    // a text marked as done can still grow
    if (this.front > 0 && this.last !== null) shown.push(this.takeTextOf(this.last))
    for (;;) {
      const text = this.texts[this.front]
      if (text === undefined) break
      shown.push(this.takeTextOf(text))
      if (!text.isDone || this.front + 1 >= this.texts.length) break
      this.front += 1
    }
    return shown.join('')
  }

  /** Returns everything that was held back. */
  heldBackText(): string {
    return this.texts.map((text) => this.takeTextOf(text)).join('')
  }

  private takeTextOf(text: ShownText): string {
    const piece = text.takeText()
    if (piece === '') return ''
    const startsParagraph = this.last !== null && this.last.owner !== text.owner && !this.endsLine
    this.last = text
    this.endsLine = piece.endsWith('\n')
    return startsParagraph ? `\n\n${piece}` : piece
  }
}
