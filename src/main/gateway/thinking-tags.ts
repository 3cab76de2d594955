import {
  begunClosing,
  begunEnding,
  closingIn,
  openingAt,
  type ThinkingMark,
  withoutEnding,
} from '../../shared/thinking-marks.ts'

/** A part of a text, split into the model's thinking and its answer. */
export interface TaggedPart {
  readonly thinking: string
  readonly text: string
}

/** Longest white space before the tag. */
const spaceMax = 100

/**
 * Separates the thought in `<think>…</think>` or other marks at the beginning of a text that arrives in parts, wherever
 * the parts end. Consecutive thoughts count as one. Only the beginning is examined: a tag in the middle of an answer
 * belongs to it.
 */
export class ThinkingTags {
  private state: 'begins' | 'thinks' | 'leaves' | 'answers' | 'says' = 'begins'
  private mark: ThinkingMark = { closings: [] }
  /** Text that may be part of a tag. */
  private held = ''
  /** The unfinished thought, in pieces. */
  private open: string[] = []

  push(part: string): TaggedPart {
    if (this.state === 'says') return { thinking: '', text: part }
    this.held += part
    if (this.state === 'answers') return { thinking: '', text: this.answers() }
    let thinking = ''
    for (;;) {
      if (this.state === 'thinks') {
        const closing = closingIn(this.held, this.mark)
        const end = closing?.at ?? this.held.length - begunClosing(this.held, this.mark)
        const thought = this.held.slice(0, end)
        thinking += thought
        if (closing === null) this.open.push(thought)
        else this.open = []
        this.held = this.held.slice(closing?.end ?? end)
        if (closing === null) return { thinking, text: '' }
        this.state = 'leaves'
      }
      const said = this.held.trimStart()
      // empty lines after the tag are not part of the answer
      if (this.state === 'leaves') this.held = said
      const space = this.held.length - said.length
      const opening = space > spaceMax ? null : openingAt(said, 0)
      if (opening === 'begun' || (said === '' && space <= spaceMax)) return { thinking, text: '' }
      if (opening === null) return { thinking, text: this.says() }
      this.held = said.slice(opening.end)
      if (opening.mark === null) {
        this.state = 'answers'
        return { thinking, text: this.answers() }
      }
      if (this.state === 'leaves') thinking += '\n\n'
      this.mark = opening.mark
      this.state = 'thinks'
    }
  }

  /** Returns the text that was held back. */
  end(): TaggedPart {
    if (this.state === 'answers') return { thinking: '', text: withoutEnding(this.says()) }
    const isThought = this.state === 'thinks'
    const held = this.says()
    if (isThought) this.open.push(held)
    return isThought ? { thinking: held, text: '' } : { thinking: '', text: held }
  }

  /** The last thought if it never ended; empty otherwise. */
  get unended(): string {
    return this.open.join('')
  }

  /** Returns the text of an answer that began with a mark, without the marks that end it. */
  private answers(): string {
    const end = this.held.length - begunEnding(this.held)
    const text = this.held.slice(0, end)
    this.held = this.held.slice(end)
    return text
  }

  private says(): string {
    const { held } = this
    this.held = ''
    this.state = 'says'
    return held
  }
}
