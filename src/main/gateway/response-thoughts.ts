import { contentText, type Fields, positionOf } from './liberal-fields.ts'
import type { Item } from './response-item.ts'

/** The thinking of one answer, as its reasoning items bring it. */
export class ResponseThoughts {
  private thoughts: string[] = []
  /** The thought whose text was yielded last. */
  private thinking: { readonly item: Item; readonly key: string } | null = null

  /** Adds a piece of reasoning from one of its two sources, or with `isWhole` the whole part. */
  addThought(item: Item, event: Fields, source: string, text: string, isWhole: boolean): void {
    const key = `${source} ${positionOf(event.summary_index ?? event.content_index) ?? 0}`
    const parts = item.thoughts.get(key) ?? []
    item.thoughts.set(key, parts)
    if (!isWhole) {
      parts.push(text)
      this.think(item, key, text)
    } else if (text !== '') this.wholeThought(item, key, text)
  }

  /** Completes the thoughts of one source with the list that the whole item has. */
  complete(item: Item, source: string, parts: unknown): void {
    const list = Array.isArray(parts) ? parts : parts == null ? [] : [parts]
    const isGiven = [...item.thoughtLengths.keys()].some((key) => key.startsWith(`${source} `))
    list.forEach((part, at) => {
      const text = contentText(part)
      const key = `${source} ${at}`
      // avoids yielding parts twice that the pieces did not number
      if (isGiven && !item.thoughtLengths.has(key)) return
      if (text !== '') this.wholeThought(item, `${source} ${at}`, text)
    })
  }

  /** Returns the model's thinking since the last call. */
  takeThoughts(): readonly string[] {
    const { thoughts } = this
    if (thoughts.length > 0) this.thoughts = []
    return thoughts
  }

  private think(item: Item, key: string, text: string): void {
    if (text === '') return
    const { thinking } = this
    // different thoughts are paragraphs
    const isNew = thinking !== null && (thinking.item !== item || thinking.key !== key)
    this.thoughts.push(isNew ? `\n\n${text}` : text)
    this.thinking = { item, key }
    item.thoughtLengths.set(key, (item.thoughtLengths.get(key) ?? 0) + text.length)
  }

  /** Completes a thought with its whole text. A text that differs from the yielded one is kept separately. */
  private wholeThought(item: Item, key: string, text: string): void {
    const before = (item.thoughts.get(key) ?? []).join('')
    item.thoughts.set(key, [text])
    if (text.startsWith(before)) this.think(item, key, text.slice(before.length))
  }
}
