import { areNoArguments, canonicalArguments, normalArguments, wholeArguments } from './call-arguments.ts'
import { argumentsOf, type Fields, isFields, positionOf } from './liberal-fields.ts'

/** A tool as a request offers it to a model. */
export interface ToolDefinition {
  /** The name: 1 to 64 letters, digits, `_` and `-`, because gateways refuse the whole request for any other. */
  readonly name: string
  readonly description: string
  /** JSON schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** A call that a model asked for, once its answer is complete. */
export interface RequestedCall {
  /** The gateway's id of the call; null if it gave none. */
  readonly id: string | null
  readonly name: string
  /** The arguments as received, usually JSON; never empty. */
  readonly arguments: string
  /** Members of the call that Atelier does not know, sent back unchanged, such as signatures of thoughts. */
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

/** Limits of one answer: number of calls, and total length of their arguments in UTF-16 units. */
export const requestedCallsMax = 128
const argumentsMax = 8 * 1024 * 1024
/** Limit of the text parsed to find repetitions, in UTF-16 units; beyond it, every piece counts as new. */
const comparedMax = 64 * 1024 * 1024

/**
 * Assembles tool calls from the pieces of an answer. Gateways differ in which pieces carry an id, an index or a name,
 * so none of them alone identifies a piece's call.
 *
 * - A known id identifies its call, whatever the index says. Another name, or a name at another index, opens another
 *   call.
 * - A new id with a name opens a call, also on an index already in use.
 * - A new id without a name belongs to an open call, as some gateways give every piece an id of its own.
 * - A name without an id opens a call, except on the index of an open call with the same name or without one.
 * - A piece with neither belongs to the call of its index, else to the open call.
 * - Arguments that begin after complete ones are another call; identical ones are a repetition, and are dropped.
 */
export class ToolCallAssembler {
  private readonly slots: Slot[] = []
  private length = 0
  private dropped = 0
  private compared = 0

  /** Number of pieces that belong to no call or exceed the limits. */
  get skipped(): number {
    return this.dropped + this.slots.filter((slot) => !isCall(slot)).length
  }

  get isEmpty(): boolean {
    return !this.slots.some(isCall)
  }

  /** Reads `tool_calls` of a delta or of a whole message: a list, or a single call. */
  readToolCalls(value: unknown): void {
    for (const piece of Array.isArray(value) ? value : [value]) if (isFields(piece)) this.piece(piece)
  }

  /** Reads the older `function_call`, which has neither id nor index. */
  readFunctionCall(value: unknown): void {
    if (isFields(value)) this.piece({ index: 0, function: value })
  }

  /** Returns all calls, each once, in the order in which they began. */
  calls(): readonly RequestedCall[] {
    return withoutRepetitions(
      this.slots.filter(isCall).map(({ id, name, arguments: said, extra }) => ({
        id,
        name,
        arguments: normalArguments(said),
        extra,
      })),
    )
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

  /**
   * Returns the call that a piece belongs to, and opens it if it is new; null for a repetition or a piece of no call.
   */
  private slotFor(id: string | null, index: number | null, name: string, said: string): Slot | null {
    const known = id === null ? undefined : this.callWithId(id, index)
    if (known !== undefined) {
      const isElsewhere = index !== null && known.index !== null && index !== known.index
      const isOther = name !== '' && (isElsewhere || (known.name !== '' && name !== known.name))
      return isOther ? this.openSlot(index) : this.continued(known, index, said)
    }
    const atIndex = index === null ? undefined : this.slots.findLast((slot) => slot.index === index)
    const near = atIndex ?? this.slots.at(-1)
    if (name === '') return near === undefined ? this.openSlot(index) : this.continued(near, index, said)
    const waiting = atIndex ?? (index === null ? near : undefined)
    if (waiting?.name === '' && (id === null || waiting.id === null)) return this.continued(waiting, index, said)
    if (atIndex === undefined || atIndex.name !== name) return this.openSlot(index)
    // the id may belong to a call that began without one
    if (id !== null) return atIndex.id === null && said === '' ? atIndex : this.openSlot(index)
    if (!this.isFinished(atIndex)) return atIndex
    return said === '' || isSame(said, atIndex.arguments) ? null : this.openSlot(index)
  }

  /** Returns the latest call with an id, preferably at this index. */
  private callWithId(id: string, index: number | null): Slot | undefined {
    const slots = this.slots.filter((slot) => slot.id === id)
    return slots.findLast((slot) => slot.index === index) ?? slots.at(-1)
  }

  /** Returns the call that a further piece belongs to: the same call, or another one if its arguments begin again. */
  private continued(slot: Slot, index: number | null, said: string): Slot | null {
    if (!said.trimStart().startsWith('{')) return slot
    if (areNoArguments(slot.arguments)) {
      // some gateways announce a call with empty arguments
      slot.arguments = ''
      return slot
    }
    if (!this.isFinished(slot)) return slot
    if (isSame(said, slot.arguments)) return null
    const next = this.openSlot(index ?? slot.index)
    if (next !== null) [next.id, next.name] = [slot.id, slot.name]
    return next
  }

  /** Returns true if the arguments are a whole JSON object. */
  private isFinished({ arguments: said }: Slot): boolean {
    this.compared += said.length
    return this.compared <= comparedMax && wholeArguments(said) !== null
  }

  private openSlot(index: number | null): Slot | null {
    if (this.slots.length >= requestedCallsMax) return null
    const slot: Slot = { id: null, name: '', arguments: '', index, extra: {} }
    this.slots.push(slot)
    return slot
  }
}

function isSame(one: string, other: string): boolean {
  return one === other || canonicalArguments(one) === canonicalArguments(other)
}

/** Returns true if pieces formed a call. Arguments alone do not. */
function isCall({ id, name }: Slot): boolean {
  return id !== null || name !== ''
}

/** Drops repetitions under one id: the same call again, or its head without arguments. */
export function withoutRepetitions<Call extends Pick<RequestedCall, 'id' | 'name' | 'arguments'>>(
  calls: readonly Call[],
): readonly Call[] {
  const labelOf = ({ id, name }: Call): string => JSON.stringify([id, name])
  const groups = Map.groupBy(calls, labelOf)
  if (groups.size === calls.length) return calls
  const kept = [...groups.values()].flatMap((group) => {
    if (group.length === 1 || group[0]?.id === null) return group
    const first = [...Map.groupBy(group, (call) => canonicalArguments(call.arguments)).values()].flatMap(
      ([call]) => call ?? [],
    )
    return first.length === 1 ? first : first.filter((call) => call.arguments !== '{}')
  })
  const keptCalls = new Set(kept)
  return calls.filter((call) => keptCalls.has(call))
}
