/** Where a thought comes from: a field of its own, or tags in the text. */
export type ThoughtSource = 'field' | 'tags'

/** The text of one source so far, and its position in the yielded pieces: a piece, and an offset in UTF-16 units. */
interface Said {
  readonly source: ThoughtSource
  text: string
  piece: number
  offset: number
  /** True if the thought follows another source's white space, so that its own leading white space is dropped. */
  isBehindSpace: boolean
  /** Trailing white space that was not yielded. */
  space: string
  /** True if the thought differs from the yielded text. */
  isApart: boolean
}

/**
 * Removes the copy of a thought that gateways send twice: in a field, and between tags in the text. Works wherever the
 * parts end and whichever comes first, and ignores white space. Yields text that only one source has.
 */
export class OneThought {
  /** The yielded text, in pieces, because joining a long text for every part is too slow. */
  private readonly given: string[] = []
  private readonly said: Said[] = []

  /** Returns the new part of a text. */
  push(source: ThoughtSource, text: string): string {
    if (text === '') return ''
    let own = this.said.find((one) => one.source === source)
    if (own === undefined) {
      own = { source, text: '', piece: 0, offset: 0, isBehindSpace: false, space: '', isApart: false }
      this.said.push(own)
    }
    own.text += text
    if (own.isApart) return text
    return this.said.length === 1 ? this.give(own, text) : this.compared(own, text)
  }

  private compared(own: Said, text: string): string {
    for (let index = 0; index < text.length; index += 1) {
      const character = text.charAt(index)
      const next = this.nextOf(own)
      if (isSpace(character)) {
        if (next === null && !own.isBehindSpace) own.space += character
        continue
      }
      if (next === null) return this.give(own, `${own.space}${text.slice(index)}`)
      if (next !== character) {
        own.isApart = true
        return `\n\n${own.text}`
      }
      own.offset += 1
      own.isBehindSpace = false
    }
    return ''
  }

  /** Returns the next character that a source would have to repeat, after white space; null if there is none. */
  private nextOf(own: Said): string | null {
    for (;;) {
      const piece = this.given[own.piece]
      if (piece === undefined) return null
      const character = piece.charAt(own.offset)
      if (character === '') {
        own.piece += 1
        own.offset = 0
      } else if (isSpace(character)) {
        own.offset += 1
        own.isBehindSpace = true
      } else return character
    }
  }

  private give(own: Said, text: string): string {
    this.given.push(text)
    own.piece = this.given.length
    own.offset = 0
    own.space = ''
    own.isBehindSpace = false
    return text
  }
}

function isSpace(character: string): boolean {
  return /\s/.test(character)
}
