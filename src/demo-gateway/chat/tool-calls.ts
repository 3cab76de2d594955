import type { FaultSet } from '../faults/fault-syntax.ts'
import type { ChatRequest } from './chat-request.ts'
import { readToolWishes, type WishedCall } from './tool-wishes.ts'

/** A tool call in an answer. */
export interface AnsweredCall {
  readonly id: string
  readonly name: string
  /** JSON as text, unless a fault changes it. */
  readonly arguments: unknown
}

/** Maximum number of characters of arguments in one piece. */
const pieceLength = 12

/** Returns the calls that the newest user message asks for in this round; none if all its rounds are done. */
export function wishedCalls(request: ChatRequest, faults: FaultSet): readonly WishedCall[] {
  const { messages, offered } = request
  if (offered.length === 0) return []
  const question = messages.findLastIndex(({ role }) => role === 'user')
  const done = messages.slice(question + 1).filter(({ calls }) => calls !== undefined && calls.length > 0).length
  const rounds = readToolWishes(messages[question]?.text ?? '', offered)
  return rounds[faults.has('tool-loop') ? 0 : done] ?? []
}

/** Gives the calls their ids, and the shape that the faults request. */
export function answeredCalls(
  wishes: readonly WishedCall[],
  faults: FaultSet,
  newId: () => string,
): readonly AnsweredCall[] {
  return wishes.map(({ name, arguments: said }) => ({
    id: newId(),
    name: faults.has('tool-unknown') ? `${name.slice(0, 56)}_missing` : name,
    arguments: shaped(said, faults),
  }))
}

function shaped(said: string, faults: FaultSet): unknown {
  if (faults.has('tool-cut')) return said.slice(0, Math.max(1, Math.floor(said.length / 2)))
  switch (faults.has('tool-arguments') ? (faults.textParam('tool-arguments', 'shape') ?? 'broken') : '') {
    case 'broken':
      return `${said.slice(0, -1)},`
    case 'object':
      return parsed(said)
    case 'absent':
      return undefined
    case 'empty':
      return ''
    case 'double':
      return JSON.stringify(said)
    case 'wrapped':
      return JSON.stringify({ arguments: parsed(said) })
    case 'list':
      return JSON.stringify([parsed(said)])
    default:
      return said
  }
}

function parsed(said: string): unknown {
  try {
    return JSON.parse(said)
  } catch {
    return said
  }
}

/** Returns the finish reason of an answer that calls tools. */
export function toolFinish(faults: FaultSet): string {
  if (faults.has('tool-cut')) return 'length'
  return faults.has('tool-finish') ? (faults.textParam('tool-finish', 'reason') ?? 'stop') : 'tool_calls'
}

/** Returns the calls in the form of a whole message. */
export function wholeCalls(calls: readonly AnsweredCall[], faults: FaultSet): readonly object[] {
  const repeated = faults.has('tool-repeat') ? calls.slice(-1) : []
  const hasIds = faults.textParam('tool-id', 'shape') !== 'none'
  return [...calls, ...repeated].map(({ id, name, arguments: said }) => ({
    ...(hasIds ? { id } : {}),
    type: 'function',
    function: { name, ...(said === undefined ? {} : { arguments: said }) },
  }))
}

/** Returns the deltas of a stream that make up the calls: a head, then the arguments in pieces. */
export function callDeltas(calls: readonly AnsweredCall[], faults: FaultSet): readonly object[] {
  const deltas = calls.flatMap((call, at) => piecesOf(call, at, faults))
  const last = calls.at(-1)
  if (!faults.has('tool-repeat') || last === undefined) return deltas
  const { id, name, arguments: said } = last
  return [...deltas, { index: calls.length, id, type: 'function', function: { name, arguments: said } }]
}

function piecesOf(call: AnsweredCall, at: number, faults: FaultSet): readonly object[] {
  const { id, name, arguments: said } = call
  const shape = faults.has('tool-index') ? (faults.textParam('tool-index', 'shape') ?? 'none') : ''
  const ids = faults.has('tool-id') ? (faults.textParam('tool-id', 'shape') ?? 'every') : ''
  const ownId = ids === 'none' ? {} : { id }
  const indexed = (index: number) => (shape === 'none' ? {} : { index: shape === 'zero' ? 0 : index })
  // without an index a call is sent whole, in one delta
  if (shape === 'none' || typeof said !== 'string') {
    const inner = { name, ...(said === undefined ? {} : { arguments: said }) }
    return [{ ...indexed(at), ...ownId, type: 'function', function: inner }]
  }
  const head = { ...indexed(at), ...ownId, type: 'function', function: { name, arguments: '' } }
  const tail = shape === 'split' ? at + 1 : at
  const pieces = [...(said.match(new RegExp(`[^]{1,${pieceLength}}`, 'gu')) ?? [])]
  return [
    head,
    ...pieces.map((piece) => ({
      ...indexed(tail),
      ...(ids === 'every' ? { id } : {}),
      function: { arguments: piece },
    })),
  ]
}
