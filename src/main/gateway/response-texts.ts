import { contentText, type Fields, positionOf } from './liberal-fields.ts'
import type { Item } from './response-item.ts'
import { type ShownText, ShownTexts } from './shown-texts.ts'

/** The text of one answer, as its messages bring it: in pieces, in whole parts, and in the whole item. */
export class ResponseTexts {
  private readonly texts = new ShownTexts()
  private readonly differing: string[] = []
  /** Texts that came whole before any piece, and the length that their pieces repeated so far, in UTF-16 units. */
  private readonly early = new Map<ShownText, number>()

  /** Whole texts that differ from the shown ones, labelled. */
  get unshown(): readonly string[] {
    return this.differing
  }

  /** Adds a piece of a message's text, or with `isWhole` the whole part. */
  addText(item: Item, event: Fields, text: string, isWhole: boolean): void {
    const content = this.contentAt(item, positionOf(event.content_index))
    if (isWhole) {
      if (content.length === 0) this.early.set(content, 0)
      this.fill(content, text)
      content.isDone = true
    } else content.append(this.unrepeated(content, text))
  }

  /** Completes a message with its whole form. */
  complete(item: Item, form: Fields): void {
    const parts = Array.isArray(form.content) ? form.content : form.content == null ? [] : [form.content]
    const texts = parts.map(contentText)
    const contents = [...item.contents].toSorted(([one], [other]) => one - other).map(([, content]) => content)
    if (contents.length === texts.length) {
      contents.forEach((content, at) => {
        this.fill(content, texts[at] ?? '')
      })
    } else if (contents.length === 0) {
      texts.forEach((text, at) => {
        if (text === '') return
        const content = this.contentAt(item, at)
        this.early.set(content, 0)
        content.append(text)
      })
    } else {
      // some gateways number the parts of the content only at the end
      const before = contents.map(({ text }) => text).join('')
      const all = texts.join('')
      if (all.startsWith(before)) contents.at(-1)?.append(all.slice(before.length))
      else this.differ(all)
    }
    if (item.isDone) for (const content of item.contents.values()) content.isDone = true
  }

  /** Returns the text that can be shown now. */
  showableText(): string {
    return this.texts.showableText()
  }

  /** Returns all text that was held back. */
  heldBackText(): string {
    return this.texts.heldBackText()
  }

  /** Returns a piece without the beginning that repeats a text sent whole before its pieces. */
  private unrepeated(content: ShownText, piece: string): string {
    const at = this.early.get(content)
    if (at === undefined) return piece
    if (content.text.startsWith(piece, at)) {
      this.early.set(content, at + piece.length)
      return ''
    }
    // it repeated nothing: the text continues
    this.early.delete(content)
    return content.text.slice(0, at) + piece
  }

  private contentAt(item: Item, position: number | null): ShownText {
    const at = position ?? Math.max(0, ...[...item.contents.keys()].slice(-1))
    const known = item.contents.get(at)
    if (known !== undefined) return known
    const content = this.texts.openText(item)
    item.contents.set(at, content)
    return content
  }

  /** Adds the part of a whole text that its pieces lack. Shown text stays; a different text is kept separately. */
  private fill(content: ShownText, whole: string): void {
    if (whole.length < content.length) {
      if (whole !== '') this.differ(whole)
    } else if (whole.startsWith(content.text)) content.append(whole.slice(content.length))
    else this.differ(whole)
  }

  private differ(text: string): void {
    this.differing.push(`output_text: ${text}`)
  }
}
