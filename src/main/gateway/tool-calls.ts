import { argumentsOf, type Fields, isFields, positionOf } from './liberal-fields.ts'

/** A tool as a request offers it to a model. */
export interface ToolDefinition {
  /** 1 to 64 letters, digits, `_` and `-`: gateways refuse the whole request for any other name. */
  readonly name: string
  readonly description: string
  /** JSON schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** A call that a model asked for, once its answer is complete. */
export interface RequestedCall {
  /** The gateway's id of the call; null where it gave none. */
  readonly id: string | null
  readonly name: string
  /** The arguments as they came, usually JSON; never empty. */
  readonly arguments: string
  /** Members of the call that Atelier does not know, to be sent back unchanged (signatures of thoughts, say). */
  readonly extra: Fields
}

interface Slot {
  id: string | null
  name: string
  arguments: string
  /** Position that the gateway gave; not unique, as some give 0 to every call. */
  readonly index: number | null
  extra: Record<string, unknown>
}

/** The most calls of one answer, and the most text of their arguments together, in UTF-16 units. */
export const requestedCallsMax = 128
const argumentsMax = 8 * 1024 * 1024
/** The most text that is parsed to find repetitions, in UTF-16 units; then every piece counts as new. */
const comparedMax = 64 * 1024 * 1024

/**
 * Puts the calls of tools together from the pieces of an answer. Gateways differ in which pieces carry an id, an index
 * or a name, so that none of them alone says to which call a piece belongs.
 *
 * - A known id is that call, whatever the index says. Under another index it is a repetition, and is dropped.
 * - A new id with a name opens a call, also on an index that is taken.
 * - A new id without a name belongs to an open call, as some gateways give every piece an id of its own.
 * - A name without an id opens a call, except on the index of an open call of the same name.
 * - A piece with neither belongs to the call of its index, else to the call that is open.
 */
export class ToolCallAssembler {
  private readonly slots: Slot[] = []
  private length = 0
  private dropped = 0
  private compared = 0

  /** Number of pieces that belong to no call or are beyond the bounds. */
  get skipped(): number {
    return this.dropped
  }

  get isEmpty(): boolean {
    return this.slots.length === 0
  }

  /** Takes `tool_calls` of a delta or of a whole message: a list, or one call without the list. */
  take(value: unknown): void {
    for (const piece of Array.isArray(value) ? value : [value]) if (isFields(piece)) this.piece(piece)
  }

  /** Takes the older `function_call`, which has neither id nor index. */
  takeFunctionCall(value: unknown): void {
    if (isFields(value)) this.piece({ index: 0, function: value })
  }

  /** All calls, in the order in which they began. */
  calls(): readonly RequestedCall[] {
    return this.slots.map(({ id, name, arguments: said, extra }) => ({
      id,
      name,
      arguments: said.trim() === '' ? '{}' : said,
      extra,
    }))
  }

  private piece(piece: Fields): void {
    const { id: ownId, index: ownIndex, type: _, function: inner, ...extra } = piece
    const fields = isFields(inner) ? inner : piece
    const id = typeof ownId === 'string' && ownId !== '' ? ownId : null
    const index = positionOf(ownIndex)
    const name = typeof fields.name === 'string' ? fields.name : ''
    const said = argumentsOf(fields.arguments)
    const slot = this.slotFor(id, index, name, said)
    if (slot === null) {
      this.dropped += 1
      return
    }
    slot.id ??= id
    if (slot.name === '') slot.name = name
    if (isFields(inner)) slot.extra = { ...slot.extra, ...extra }
    if (this.length + said.length > argumentsMax) {
      this.dropped += 1
      return
    }
    this.length += said.length
    slot.arguments += said
  }

  /** The call that a piece belongs to, opened where it is a new one; null for a repetition or a piece of no call. */
  private slotFor(id: string | null, index: number | null, name: string, said: string): Slot | null {
    const known = id === null ? undefined : this.slots.find((slot) => slot.id === id)
    if (known !== undefined) return this.isRepetition(known, index, name, said) ? null : known
    const atIndex = index === null ? undefined : this.slots.findLast((slot) => slot.index === index)
    if (id !== null) {
      // the id of a call whose beginning had none
      if (atIndex !== undefined && atIndex.id === null && (name === '' || name === atIndex.name) && said === '')
        return atIndex
      return name === '' ? (atIndex ?? this.slots.at(-1) ?? this.open(index)) : this.open(index)
    }
    if (name === '') return atIndex ?? this.slots.at(-1) ?? null
    if (atIndex === undefined || atIndex.name !== name) return this.open(index)
    if (!this.isFinished(atIndex)) return atIndex
    return said === atIndex.arguments || said === '' ? null : this.open(index)
  }

  /** Some gateways send a finished call once more, whole, as the last piece. */
  private isRepetition(slot: Slot, index: number | null, name: string, said: string): boolean {
    if (name === '' || slot.arguments === '') return false
    if (index !== null && slot.index !== null && index !== slot.index) return true
    return said.length === slot.arguments.length && this.isFinished(slot) && said === slot.arguments
  }

  /** Whether the arguments are a whole JSON object. */
  private isFinished({ arguments: said }: Slot): boolean {
    this.compared += said.length
    if (this.compared > comparedMax) return false
    if (!said.trimEnd().endsWith('}')) return false
    try {
      return isFields(JSON.parse(said))
    } catch {
      return false
    }
  }

  private open(index: number | null): Slot | null {
    if (this.slots.length >= requestedCallsMax) return null
    const slot: Slot = { id: null, name: '', arguments: '', index, extra: {} }
    this.slots.push(slot)
    return slot
  }
}
