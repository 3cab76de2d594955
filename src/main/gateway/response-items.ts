import { areNoArguments, canonicalArguments, normalArguments, wholeArguments } from './call-arguments.ts'
import { argumentsOf, type Fields, isFields, positionOf, textOf, wordOf } from './liberal-fields.ts'
import { type ShownText, ShownTexts } from './shown-texts.ts'
import { type RequestedCall, requestedCallsMax, withoutRepetitions } from './tool-calls.ts'

/** Kinds of output items that Atelier uses; `other` are tools that the gateway runs itself. */
export type ItemKind = 'message' | 'reasoning' | 'function_call' | 'other'

/** One item of an answer's output, assembled from its events. */
interface Item {
  readonly kind: ItemKind
  /** Position in the output; not unique, as some gateways give 0 to every item. */
  readonly index: number | null
  hasId: boolean
  /** The form in which the gateway announced the item; null if its pieces came first. */
  announced: Fields | null
  isDone: boolean
  /** The gateway's complete form of the item; null until it arrives. */
  form: Fields | null
  /** The texts of a message's content, by position. */
  readonly contents: Map<number, ShownText>
  /** The texts of a reasoning, by source and position. */
  readonly thoughts: Map<string, string[]>
  /** The yielded length of each thought, in UTF-16 units. */
  readonly thoughtLengths: Map<string, number>
  callId: string | null
  name: string
  readonly pieces: string[]
  /** The complete arguments, which take precedence over the pieces. */
  said: string
  /** True if the call was cut off. */
  isCut: boolean
}

/**
 * The most items of one answer, and the most text of all arguments together, in UTF-16 units. Arguments come up to four
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
  private readonly texts = new ShownTexts()
  private readonly differing: string[] = []
  /** Texts that came whole before any piece, and the length that their pieces repeated so far, in UTF-16 units. */
  private readonly early = new Map<ShownText, number>()
  private thoughts: string[] = []
  /** The thought whose text was yielded last. */
  private thinking: { readonly item: Item; readonly key: string } | null = null
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
  done(event: Fields, form: Fields): boolean {
    const item = this.itemFor(kindOf(form), event, form, 'done')
    if (item === null) return false
    this.finish(item, form)
    return true
  }

  /** Handles the complete output that ends an answer, and fills the gaps that the events left. */
  output(forms: readonly unknown[]): void {
    const given = forms.slice(0, itemsMax).filter(isFields)
    const matched = new Set(given.flatMap((form) => this.known(kindOf(form), form) ?? []))
    for (const form of given) {
      const kind = kindOf(form)
      const item =
        this.known(kind, form) ??
        this.items.find((other) => other.kind === kind && !matched.has(other) && isSameCall(other, form)) ??
        this.open(kind, {}, form)
      if (item === null) continue
      matched.add(item)
      if (item.form === null) this.finish(item, form)
      else if (kind === 'message') this.whole(item, form)
      else if (kind === 'reasoning' && wordOf(item.form.encrypted_content) === null) item.form = form
    }
    for (const item of this.items)
      if (item.kind === 'message' && item.contents.size === 0 && item.announced !== null)
        this.whole(item, item.announced)
  }

  /** Adds a piece of a message's text, or with `isWhole` the whole part. */
  text(event: Fields, text: string, isWhole: boolean): boolean {
    const item = this.itemFor('message', event, {}, 'piece')
    if (item === null) return false
    const content = this.contentAt(item, positionOf(event.content_index))
    if (isWhole) {
      if (content.length === 0) this.early.set(content, 0)
      this.complete(content, text)
      content.isDone = true
    } else content.add(this.unrepeated(content, text))
    return true
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

  /** Adds a piece of reasoning from one of its two sources, or with `isWhole` the whole part. */
  thought(event: Fields, source: string, text: string, isWhole: boolean): boolean {
    const item = this.itemFor('reasoning', event, {}, 'piece')
    if (item === null) return false
    const key = `${source} ${positionOf(event.summary_index ?? event.content_index) ?? 0}`
    const parts = item.thoughts.get(key) ?? []
    item.thoughts.set(key, parts)
    if (!isWhole) {
      parts.push(text)
      this.think(item, key, text)
    } else if (text !== '') this.wholeThought(item, key, text)
    return true
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
  shown(): string {
    return this.texts.shown()
  }

  /** Returns all text that was held back. */
  rest(): string {
    return this.texts.rest()
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
    const isRefused = (form: Fields): boolean =>
      unrepeatable.has(String(form.type)) || (form.type === 'reasoning' && wordOf(form.encrypted_content) === null)
    return thoughts.length === 0 || forms.some(isRefused) ? null : forms
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
    return [...sources, ...others, ...this.differing]
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
  private known(kind: ItemKind, form: Fields, event: Fields = {}): Item | undefined {
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
    const known = this.known(kind, form, event)
    const id = wordOf(event.item_id) ?? wordOf(form.id)
    if (known !== undefined) return this.named(known, id)
    const index = positionOf(event.output_index)
    const at = index === null ? this.lastOf.get(kind) : this.byIndex.get(`${kind} ${index}`)
    if (at !== undefined && isSameCall(at, form) && takes(at, id, index, by)) return this.named(at, id)
    return this.open(kind, event, form)
  }

  private named(item: Item, id: string | null): Item {
    if (id === null) return item
    item.hasId = true
    this.byId.set(`${item.kind} ${id}`, item)
    return item
  }

  private open(kind: ItemKind, event: Fields, form: Fields): Item | null {
    if (this.items.length >= itemsMax) return null
    const index = positionOf(event.output_index)
    const item: Item = {
      kind,
      index,
      hasId: false,
      announced: null,
      isDone: false,
      form: null,
      contents: new Map(),
      thoughts: new Map(),
      thoughtLengths: new Map(),
      callId: null,
      name: '',
      pieces: [],
      said: '',
      isCut: false,
    }
    this.items.push(item)
    this.lastOf.set(kind, item)
    if (index !== null) this.byIndex.set(`${kind} ${index}`, item)
    this.named(item, wordOf(event.item_id) ?? wordOf(form.id))
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
    if (item.kind === 'message') this.whole(item, form)
    if (item.kind === 'reasoning') {
      this.thoughtsOf(item, 'reasoning_summary', form.summary)
      this.thoughtsOf(item, 'reasoning_text', form.content)
    }
  }

  private thoughtsOf(item: Item, source: string, parts: unknown): void {
    const list = Array.isArray(parts) ? parts : parts == null ? [] : [parts]
    const isGiven = [...item.thoughtLengths.keys()].some((key) => key.startsWith(`${source} `))
    list.forEach((part, at) => {
      const text = textOf(part)
      const key = `${source} ${at}`
      // avoids yielding parts twice that the pieces did not number
      if (isGiven && !item.thoughtLengths.has(key)) return
      if (text !== '') this.wholeThought(item, `${source} ${at}`, text)
    })
  }

  /** Completes a message with its whole form. */
  private whole(item: Item, form: Fields): void {
    const parts = Array.isArray(form.content) ? form.content : form.content == null ? [] : [form.content]
    const texts = parts.map(textOf)
    const contents = [...item.contents].toSorted(([one], [other]) => one - other).map(([, content]) => content)
    if (contents.length === texts.length) {
      contents.forEach((content, at) => {
        this.complete(content, texts[at] ?? '')
      })
    } else if (contents.length === 0) {
      texts.forEach((text, at) => {
        if (text === '') return
        const content = this.contentAt(item, at)
        this.early.set(content, 0)
        content.add(text)
      })
    } else {
      // some gateways number the parts of the content only at the end
      const before = contents.map(({ text }) => text).join('')
      const all = texts.join('')
      if (all.startsWith(before)) contents.at(-1)?.add(all.slice(before.length))
      else this.differ(all)
    }
    if (item.isDone) for (const content of item.contents.values()) content.isDone = true
  }

  private contentAt(item: Item, position: number | null): ShownText {
    const at = position ?? Math.max(0, ...[...item.contents.keys()].slice(-1))
    const known = item.contents.get(at)
    if (known !== undefined) return known
    const content = this.texts.open(item)
    item.contents.set(at, content)
    return content
  }

  /** Adds the part of a whole text that its pieces lack. Shown text stays; a different text is kept separately. */
  private complete(content: ShownText, whole: string): void {
    if (whole.length < content.length) {
      if (whole !== '') this.differ(whole)
    } else if (whole.startsWith(content.text)) content.add(whole.slice(content.length))
    else this.differ(whole)
  }

  private differ(text: string): void {
    this.differing.push(`output_text: ${text}`)
  }
}

/** Returns true if an event refers to the item at its position. */
function takes(item: Item, id: string | null, index: number | null, by: 'added' | 'piece' | 'done'): boolean {
  if (by === 'added') return item.announced === null && !item.isDone && id === null
  if (id === null) return !item.isDone || (by === 'piece' && index !== null)
  // an id may change from event to event, or appear only at the end of the item
  return !item.isDone && (!item.hasId || (index !== null && item.announced !== null))
}

function pictureOf({ result, type }: Fields): string | null {
  return type === 'image_generation_call' ? wordOf(result) : null
}

/** Items that a gateway refuses or charges for when they are sent back. */
const unrepeatable: ReadonlySet<string> = new Set(['mcp_approval_request', 'image_generation_call'])

function kindOf({ type, role }: Fields): ItemKind {
  if (type === 'message' || type === 'reasoning' || type === 'function_call') return type
  return type === undefined && role === 'assistant' ? 'message' : 'other'
}

/** Returns true if a form can belong to a call: it has the same call id and the same name, where both are known. */
function isSameCall(item: Item, form: Fields): boolean {
  const callId = wordOf(form.call_id)
  const name = wordOf(form.name)
  if (callId !== null && item.callId !== null && callId !== item.callId) return false
  return item.kind !== 'function_call' || name === null || item.name === '' || name === item.name
}

/**
 * Returns true if a form with the id of a call is another call: it has another name, or other arguments after complete
 * ones.
 */
function isOtherCall(item: Item, form: Fields): boolean {
  if (!isSameCall(item, form)) return true
  const said = argumentsOf(form.arguments)
  return (
    item.isDone &&
    wholeArguments(said) !== null &&
    !areNoArguments(said) &&
    canonicalArguments(said) !== canonicalArguments(argumentsSaid(item))
  )
}

/** Returns true if an event of another id is at another position than the item. */
function isElsewhere(item: Item, id: string | null, index: number | null): boolean {
  return id !== null && item.hasId && (item.isDone || (index !== null && item.index !== null && index !== item.index))
}

/** Returns an item as the gateway gave it, or as its events describe it. */
function formOf(item: Item): Fields {
  if (item.form !== null) return item.form
  const { callId, contents, kind, name } = item
  if (kind === 'function_call') return { type: kind, call_id: callId, name, arguments: argumentsSaid(item) }
  const content = [...contents.values()].map(({ text }) => ({ type: 'output_text', text }))
  return kind === 'message' ? { type: kind, role: 'assistant', content } : { type: kind }
}

function argumentsSaid({ said, pieces }: Item): string {
  return normalArguments(areNoArguments(said) ? pieces.join('') : said)
}
