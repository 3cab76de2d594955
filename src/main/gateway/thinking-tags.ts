import { begunClosing, closingIn, type OpeningTag, openingAt } from '../../shared/thinking.ts'

/** A part of a text: what the model thought, and what it says. */
export interface TaggedPart {
  readonly thinking: string
  readonly text: string
}

/** Longest white space before the tag. */
const spaceMax = 100

/**
 * Separates the `<think>…</think>` at the beginning of a text that arrives in parts, wherever the parts end. Several that
 * follow each other are one thought. Only the beginning is looked at: a tag in the middle of an answer belongs to it.
 */
export class ThinkingTags {
  private state: 'begins' | 'thinks' | 'leaves' | 'says' = 'begins'
  private tag: OpeningTag['tag'] = 'think'
  /** Text that may be part of a tag. */
  private held = ''
  /** The thought that has not ended, in pieces. */
  private open: string[] = []

  push(part: string): TaggedPart {
    if (this.state === 'says') return { thinking: '', text: part }
    this.held += part
    let thinking = ''
    for (;;) {
      if (this.state === 'thinks') {
        const closing = closingIn(this.held, this.tag)
        const end = closing?.at ?? this.held.length - begunClosing(this.held, this.tag)
        const thought = this.held.slice(0, end)
        thinking += thought
        if (closing === null) this.open.push(thought)
        else this.open = []
        this.held = this.held.slice(closing?.end ?? end)
        if (closing === null) return { thinking, text: '' }
        this.state = 'leaves'
      }
      const said = this.held.trimStart()
      // the empty lines after the tag do not begin the answer
      if (this.state === 'leaves') this.held = said
      const space = this.held.length - said.length
      const opening = space > spaceMax ? null : openingAt(said, 0)
      if (opening === 'begun' || (said === '' && space <= spaceMax)) return { thinking, text: '' }
      if (opening === null) return { thinking, text: this.says() }
      if (this.state === 'leaves') thinking += '\n\n'
      this.tag = opening.tag
      this.held = said.slice(opening.end)
      this.state = 'thinks'
    }
  }

  /** Returns what was held back. */
  end(): TaggedPart {
    const isThought = this.state === 'thinks'
    const held = this.says()
    if (isThought) this.open.push(held)
    return isThought ? { thinking: held, text: '' } : { thinking: '', text: held }
  }

  /** The last thought, if its end never came; empty where there is none. */
  get unended(): string {
    return this.open.join('')
  }

  private says(): string {
    const { held } = this
    this.held = ''
    this.state = 'says'
    return held
  }
}
