const tags = ['think', 'thinking'] as const

/** A part of a text: what the model thought, and what it says. */
export interface TaggedPart {
  readonly thinking: string
  readonly text: string
}

/** Longest white space before the tag. */
const spaceMax = 100

/**
 * Separates the `<think>…</think>` at the beginning of a text that arrives in parts, wherever the parts end. Only the
 * beginning is looked at: a tag in the middle of an answer belongs to it.
 */
export class ThinkingTags {
  private state: 'begins' | 'thinks' | 'leaves' | 'says' = 'begins'
  private tag: (typeof tags)[number] = 'think'
  /** Text that may be part of a tag. */
  private held = ''

  push(part: string): TaggedPart {
    if (this.state === 'says') return { thinking: '', text: part }
    this.held += part
    if (this.state === 'begins') this.begin()
    const thinking = this.state === 'thinks' ? this.thought() : ''
    return { thinking, text: this.said() }
  }

  /** Returns what was held back. */
  end(): TaggedPart {
    const { held, state } = this
    this.held = ''
    this.state = 'says'
    if (state === 'thinks') return { thinking: held, text: '' }
    return { thinking: '', text: state === 'leaves' ? '' : held }
  }

  private begin(): void {
    const said = this.held.trimStart()
    if (this.held.length - said.length > spaceMax) this.state = 'says'
    if (said === '' || this.state === 'says') return
    const tag = tags.find((one) => said.startsWith(`<${one}>`))
    if (tag !== undefined) {
      this.tag = tag
      this.held = said.slice(tag.length + 2)
      this.state = 'thinks'
    } else if (!tags.some((one) => `<${one}>`.startsWith(said))) this.state = 'says'
  }

  private thought(): string {
    const closing = `</${this.tag}>`
    const end = this.held.indexOf(closing)
    if (end >= 0) {
      const thinking = this.held.slice(0, end)
      this.held = this.held.slice(end + closing.length)
      this.state = 'leaves'
      return thinking
    }
    const safe = this.held.length - begunLength(this.held, closing)
    const thinking = this.held.slice(0, safe)
    this.held = this.held.slice(safe)
    return thinking
  }

  private said(): string {
    if (this.state === 'leaves') {
      // the empty lines after the tag do not begin the answer
      this.held = this.held.trimStart()
      if (this.held !== '') this.state = 'says'
    }
    if (this.state !== 'says') return ''
    const text = this.held
    this.held = ''
    return text
  }
}

/** Length of the beginning of `tag` that a text ends with. */
function begunLength(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(tag.slice(0, length))) return length
  return 0
}
