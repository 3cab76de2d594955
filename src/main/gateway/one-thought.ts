/** Where a thought comes from: a field of its own, or tags in the text. */
export type ThoughtSource = 'field' | 'tags'

/** What one source said so far, and how much of what was given out it has said too: whole pieces, then units of the next. */
interface Said {
  readonly source: ThoughtSource
  text: string
  piece: number
  offset: number
  /** Whether it stands behind white space of another source, so that its own does not count. */
  isBehindSpace: boolean
  /** White space at its end that was not given out. */
  space: string
  /** Whether it says something else than what was given out. */
  isApart: boolean
}

/**
 * Some gateways send the same thought twice: in a field, and between tags in the text. The copy is left out, wherever
 * the parts end and whichever comes first; white space does not count. What only one of them says is given out.
 */
export class OneThought {
  /** In pieces, as joining a long text at every part takes too long. */
  private readonly given: string[] = []
  private readonly said: Said[] = []

  /** Gives the part of a text that is new. */
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

  /** The next character that a source would have to repeat, after white space; null where there is none. */
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
