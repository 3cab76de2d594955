import { argumentsOf, type Fields, isFields, positionOf, wordOf } from './liberal-fields.ts'
import {
  argumentsSaid,
  formOf,
  type Item,
  type ItemKind,
  isElsewhere,
  isOtherCall,
  isRepeatable,
  isSameCall,
  kindOf,
  newItem,
  pictureOf,
  takes,
} from './response-item.ts'
import { ResponseTexts } from './response-texts.ts'
import { ResponseThoughts } from './response-thoughts.ts'
import { type RequestedCall, requestedCallsMax, withoutRepetitions } from './tool-calls.ts'

/**
 * Limits of one answer: number of items, and total text of all arguments in UTF-16 units. Arguments come up to four
 * times: in pieces, as a whole, in their item, and in the output.
 */
const itemsMax = 2_048
const argumentsMax = 32 * 1024 * 1024

/**
 * The output items of one answer. Gateways differ in which events carry an item's id and position, repeat positions,
 * and leave out the events that begin or end an item.
 *
 * - A known id identifies its item, whatever the position says.
 * - A new id belongs to the announced, unfinished item at its position; else it begins an item.
 * - Without an id the position counts; without either, the last item of that kind.
 */
export class ResponseItems {
  private readonly items: Item[] = []
  private readonly byId = new Map<string, Item>()
  private readonly byCallId = new Map<string, Item[]>()
  private readonly byIndex = new Map<string, Item>()
  private readonly lastOf = new Map<ItemKind, Item>()
  private readonly texts = new ResponseTexts()
  private readonly thoughts = new ResponseThoughts()
  private length = 0

  /** True if there is neither text nor a call. */
  get isEmpty(): boolean {
    return this.items.every(({ kind, contents }) => kind !== 'function_call' && contents.size === 0)
  }

  /** Handles the item of `output_item.added`. */
  added(event: Fields, form: Fields): boolean {
    const item = this.itemFor(kindOf(form), event, form, 'added')
    if (item === null) return false
    item.announced ??= form
    this.describe(item, form)
    return true
  }

  /** Handles the item of `output_item.done`, which takes precedence over its pieces. */
  handleDone(event: Fields, form: Fields): boolean {
    const item = this.itemFor(kindOf(form), event, form, 'done')
    if (item === null) return false
    this.finish(item, form)
    return true
  }

  /** Handles the complete output that ends an answer, and fills the gaps that the events left. */
  output(forms: readonly unknown[]): void {
    const given = forms.slice(0, itemsMax).filter(isFields)
    const matched = new Set(given.flatMap((form) => this.itemWithId(kindOf(form), form) ?? []))
    for (const form of given) {
      const kind = kindOf(form)
      const item =
        this.itemWithId(kind, form) ??
        this.items.find((other) => other.kind === kind && !matched.has(other) && isSameCall(other, form)) ??
        this.openItem(kind, {}, form)
      if (item === null) continue
      matched.add(item)
      if (item.form === null) this.finish(item, form)
      else if (kind === 'message') this.texts.complete(item, form)
      else if (kind === 'reasoning' && wordOf(item.form.encrypted_content) === null) item.form = form
    }
    for (const item of this.items)
      if (item.kind === 'message' && item.contents.size === 0 && item.announced !== null)
        this.texts.complete(item, item.announced)
  }

  /** Adds a piece of a message's text, or with `isWhole` the whole part. */
  addPartText(event: Fields, text: string, isWhole: boolean): boolean {
    const item = this.itemFor('message', event, {}, 'piece')
    if (item !== null) this.texts.addText(item, event, text, isWhole)
    return item !== null
  }

  /** Adds a piece of reasoning from one of its two sources, or with `isWhole` the whole part. */
  thought(event: Fields, source: string, text: string, isWhole: boolean): boolean {
    const item = this.itemFor('reasoning', event, {}, 'piece')
    if (item !== null) this.thoughts.addThought(item, event, source, text, isWhole)
    return item !== null
  }

  /** Returns the model's thinking since the last call. */
  takeThoughts(): readonly string[] {
    return this.thoughts.takeThoughts()
  }

  /** Adds a piece of a call's arguments, or with `isWhole` all of them. */
  arguments(event: Fields, said: string, isWhole: boolean): boolean {
    const item = this.itemFor('function_call', event, {}, 'piece')
    if (item === null || !this.hasRoom(item, said)) return false
    if (item.name === '') item.name = wordOf(event.name) ?? ''
    if (!isWhole) {
      // some gateways announce a call with the beginning of its arguments
      if (!item.isDone && item.pieces.length === 0) item.said = ''
      item.pieces.push(said)
    } else if (said !== '') item.said = said
    return true
  }

  /** Returns the text that can be shown now. */
  showableText(): string {
    return this.texts.showableText()
  }

  /** Returns all text that was held back. */
  heldBackText(): string {
    return this.texts.heldBackText()
  }

  get hasCallPieces(): boolean {
    return this.items.some(({ kind }) => kind === 'function_call')
  }

  /** Returns the tool calls, each once, in the order of the output. */
  calls(): readonly RequestedCall[] {
    return this.callItems().map((item) => ({
      id: item.callId,
      name: item.name,
      arguments: argumentsSaid(item),
      extra: {},
    }))
  }

  /** Returns calls that were cut off, or of which only pieces arrived. */
  lostCalls(): readonly string[] {
    const used = new Set(this.callItems())
    return this.items
      .filter((item) => item.kind === 'function_call' && !used.has(item))
      .filter((item) => item.isCut || item.callId === null)
      .map((item) => `function_call: ${JSON.stringify({ name: item.name, arguments: argumentsSaid(item) })}`)
  }

  /**
   * Returns all items unchanged and in order, to be sent back with the results of the calls; null if gateways would
   * refuse them. A reasoning item is accepted only with encrypted content, and only before the item that it led to.
   */
  replay(): readonly Fields[] | null {
    const calls = new Set(this.callItems())
    const items = this.ordered().filter((item) => item.kind !== 'function_call' || calls.has(item))
    const last = items.findLastIndex(({ kind }) => kind !== 'reasoning')
    const forms = items.slice(0, last + 1).map(formOf)
    const thoughts = forms.filter(({ type }) => type === 'reasoning')
    return thoughts.length > 0 && forms.every(isRepeatable) ? forms : null
  }

  /** Returns everything other than text and calls, as labelled texts. */
  besides(): readonly string[] {
    const ordered = this.ordered()
    const thoughts = (source: string): string => {
      const texts = ordered.flatMap(({ thoughts: of, thoughtLengths: given }) =>
        [...of]
          .filter(([key]) => key.startsWith(`${source} `))
          .map(([key, parts]) => [given.get(key) ?? 0, parts.join('')] as const)
          // a completely yielded text is already shown
          .flatMap(([length, text]) => (length === text.length ? [] : [text])),
      )
      return texts.filter((text) => text !== '').join('\n\n')
    }
    const sources = ['reasoning_summary', 'reasoning_text'].flatMap((source) => {
      const text = thoughts(source)
      return text === '' ? [] : [`${source}: ${text}`]
    })
    const others = ordered.flatMap(({ kind, form }) =>
      kind === 'other' && form !== null && pictureOf(form) === null
        ? [`${String(form.type)}: ${JSON.stringify(form)}`]
        : [],
    )
    return [...sources, ...others, ...this.texts.unshown]
  }

  /** Returns the pictures that the gateway generated, as base64. */
  pictures(): readonly string[] {
    return this.ordered().flatMap(({ form }) => (form === null ? [] : (pictureOf(form) ?? [])))
  }

  private callItems(): readonly Item[] {
    const calls = this.ordered().filter(
      (item) => item.kind === 'function_call' && !item.isCut && (item.name !== '' || item.callId !== null),
    )
    const said = calls.map((item) => ({ item, id: item.callId, name: item.name, arguments: argumentsSaid(item) }))
    return withoutRepetitions(said)
      .slice(0, requestedCallsMax)
      .map(({ item }) => item)
  }

  /** Returns the items by position if all positions differ, else in the order in which they began. */
  private ordered(): readonly Item[] {
    const positions = new Set(this.items.map(({ index }) => index))
    if (positions.has(null) || positions.size < this.items.length) return this.items
    return this.items.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0))
  }

  /** Returns the item with an id; for calls, the gateway's call id takes precedence. */
  private itemWithId(kind: ItemKind, form: Fields, event: Fields = {}): Item | undefined {
    const callId = kind === 'function_call' ? wordOf(form.call_id ?? event.call_id) : null
    const id = wordOf(event.item_id) ?? wordOf(form.id)
    const item = id === null ? undefined : this.byId.get(`${kind} ${id}`)
    const named = (callId === null ? undefined : this.byCallId.get(callId)) ?? []
    if (item !== undefined && named.includes(item) && !isOtherCall(item, form)) return item
    if (named.length > 0)
      return named.findLast(
        (call) => !isOtherCall(call, form) && !isElsewhere(call, id, positionOf(event.output_index)),
      )
    return item !== undefined && callId !== null && item.callId !== null ? undefined : item
  }

  private itemFor(kind: ItemKind, event: Fields, form: Fields, by: 'added' | 'piece' | 'done'): Item | null {
    const known = this.itemWithId(kind, form, event)
    const id = wordOf(event.item_id) ?? wordOf(form.id)
    if (known !== undefined) return this.withId(known, id)
    const index = positionOf(event.output_index)
    const at = index === null ? this.lastOf.get(kind) : this.byIndex.get(`${kind} ${index}`)
    if (at !== undefined && isSameCall(at, form) && takes(at, id, index, by)) return this.withId(at, id)
    return this.openItem(kind, event, form)
  }

  private withId(item: Item, id: string | null): Item {
    if (id === null) return item
    item.hasId = true
    this.byId.set(`${item.kind} ${id}`, item)
    return item
  }

  private openItem(kind: ItemKind, event: Fields, form: Fields): Item | null {
    if (this.items.length >= itemsMax) return null
    const index = positionOf(event.output_index)
    const item = newItem(kind, index)
    this.items.push(item)
    this.lastOf.set(kind, item)
    if (index !== null) this.byIndex.set(`${kind} ${index}`, item)
    this.withId(item, wordOf(event.item_id) ?? wordOf(form.id))
    this.describe(item, kind === 'function_call' ? { ...event, ...form } : form)
    return item
  }

  /** Reads the name, id and arguments of a call. */
  private describe(item: Item, form: Fields): void {
    if (item.kind !== 'function_call') return
    const callId = wordOf(form.call_id)
    item.callId ??= callId
    if (item.callId !== null) {
      const named = this.byCallId.get(item.callId) ?? []
      if (!named.includes(item)) this.byCallId.set(item.callId, [...named, item])
    }
    if (item.name === '') item.name = wordOf(form.name) ?? ''
    if (form.arguments === undefined) return
    const said = argumentsOf(form.arguments)
    if (said.trim() !== '' && this.hasRoom(item, said)) item.said = said
  }

  private hasRoom(item: Item, said: string): boolean {
    this.length += said.length
    if (this.length > argumentsMax) item.isCut = true
    return !item.isCut
  }

  private finish(item: Item, form: Fields): void {
    // a call that the gateway sends again is the same call
    if (item.kind === 'function_call' && item.isDone && item.form !== null) return
    item.isDone = true
    item.form = form
    this.describe(item, form)
    if (item.kind === 'function_call' && form.status === 'incomplete') item.isCut = true
    if (item.kind === 'message') this.texts.complete(item, form)
    if (item.kind === 'reasoning') {
      this.thoughts.complete(item, 'reasoning_summary', form.summary)
      this.thoughts.complete(item, 'reasoning_text', form.content)
    }
  }
}
