import { areNoArguments, canonicalArguments, normalArguments, wholeArguments } from './call-arguments.ts'
import { argumentsOf, type Fields, wordOf } from './liberal-fields.ts'
import type { ShownText } from './shown-texts.ts'

/** Kinds of output items that Atelier uses; `other` are tools that the gateway runs itself. */
export type ItemKind = 'message' | 'reasoning' | 'function_call' | 'other'

/** One item of an answer's output, assembled from its events. */
export interface Item {
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

/** Returns an item about which nothing is known. */
export function newItem(kind: ItemKind, index: number | null): Item {
  return {
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
}

/** Returns true if an event refers to the item at its position. */
export function takes(item: Item, id: string | null, index: number | null, by: 'added' | 'piece' | 'done'): boolean {
  if (by === 'added') return item.announced === null && !item.isDone && id === null
  if (id === null) return !item.isDone || (by === 'piece' && index !== null)
  // an id may change from event to event, or appear only at the end of the item
  return !item.isDone && (!item.hasId || (index !== null && item.announced !== null))
}

/** Returns the picture that a gateway generated, as base64; null for another item. */
export function pictureOf({ result, type }: Fields): string | null {
  return type === 'image_generation_call' ? wordOf(result) : null
}

/** Items that a gateway refuses or charges for when they are sent back. */
const unrepeatable: ReadonlySet<unknown> = new Set(['mcp_approval_request', 'image_generation_call'])

/** Returns false for a form that gateways refuse when it is sent back. Reasoning needs its encrypted content. */
export function isRepeatable({ encrypted_content, type }: Fields): boolean {
  return !unrepeatable.has(type) && (type !== 'reasoning' || wordOf(encrypted_content) !== null)
}

/** Returns the kind of the item that a form describes. */
export function kindOf({ type, role }: Fields): ItemKind {
  if (type === 'message' || type === 'reasoning' || type === 'function_call') return type
  return type === undefined && role === 'assistant' ? 'message' : 'other'
}

/** Returns true if a form can belong to a call: it has the same call id and the same name, where both are known. */
export function isSameCall(item: Item, form: Fields): boolean {
  const callId = wordOf(form.call_id)
  const name = wordOf(form.name)
  if (callId !== null && item.callId !== null && callId !== item.callId) return false
  return item.kind !== 'function_call' || name === null || item.name === '' || name === item.name
}

/**
 * Returns true if a form with the id of a call is another call: it has another name, or other arguments after complete
 * ones.
 */
export function isOtherCall(item: Item, form: Fields): boolean {
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
export function isElsewhere(item: Item, id: string | null, index: number | null): boolean {
  return id !== null && item.hasId && (item.isDone || (index !== null && item.index !== null && index !== item.index))
}

/** Returns an item as the gateway gave it, or as its events describe it. */
export function formOf(item: Item): Fields {
  if (item.form !== null) return item.form
  const { callId, contents, kind, name } = item
  if (kind === 'function_call') return { type: kind, call_id: callId, name, arguments: argumentsSaid(item) }
  const content = [...contents.values()].map(({ text }) => ({ type: 'output_text', text }))
  return kind === 'message' ? { type: kind, role: 'assistant', content } : { type: kind }
}

/** Returns the arguments of a call as JSON, whole or in pieces. */
export function argumentsSaid({ said, pieces }: Item): string {
  return normalArguments(areNoArguments(said) ? pieces.join('') : said)
}
