import type { ChatTurn } from './answer-stream.ts'
import { contentText, type Fields, isFields, wordOf } from './liberal-fields.ts'

/** Field of a turn that holds the output items of an answer, in the form of `/v1/responses`. */
export const outputItems = 'output_items'

/** The messages of a request in the form of `/v1/responses`. */
export interface ResponsesInput {
  /** The system prompt; null if there is none. */
  readonly instructions: string | null
  readonly input: readonly Fields[]
}

/**
 * Converts messages to input items. A leading system message becomes `instructions`, the only place that every gateway
 * reads. Items have no ids: nothing is stored at the gateway, so it cannot resolve an id.
 */
export function responsesInput(turns: readonly ChatTurn[]): ResponsesInput {
  const [first] = turns
  const instructions = first?.role === 'system' ? contentText(first.content) : null
  const rest = instructions === null ? turns : turns.slice(1)
  return { instructions, input: rest.flatMap(itemsOf) }
}

/** Returns a turn without the field that only `/v1/responses` understands. */
export function withoutOutputItems(turn: ChatTurn): ChatTurn {
  if (!(outputItems in turn)) return turn
  const { [outputItems]: _, ...rest } = turn
  return rest
}

function itemsOf(turn: ChatTurn): readonly Fields[] {
  switch (turn.role) {
    case 'assistant':
      return assistantItems(turn)
    case 'tool':
      return [{ type: 'function_call_output', call_id: turn.tool_call_id, output: contentText(turn.content) }]
    default:
      return [message(turn.role, partsOf(turn.content))]
  }
}

type AssistantTurn = Extract<ChatTurn, { role: 'assistant' }>

function assistantItems(turn: AssistantTurn): readonly Fields[] {
  const text = contentText(turn.content)
  const calls = (turn.tool_calls ?? []).flatMap((call): Fields[] => {
    if (call.type !== 'function') return []
    const { name, arguments: said } = call.function
    return [{ type: 'function_call', call_id: call.id, name, arguments: said }]
  })
  const said = text === '' ? [] : [answer(text)]
  return replayed(turn, text, calls) ?? [...said, ...calls]
}

/**
 * Returns the stored items as the gateway gave them, with the calls as they were made; null if they do not fit the
 * turn.
 */
function replayed(turn: AssistantTurn, text: string, calls: readonly Fields[]): readonly Fields[] | null {
  const stored: unknown = outputItems in turn ? turn[outputItems] : null
  if (!Array.isArray(stored)) return null
  const items = stored.filter(isFields)
  const isUnderstood = items.every(({ type, encrypted_content: content }) => type !== 'reasoning' || wordOf(content))
  const ownText = items
    .flatMap((item) => (item.type === 'message' ? [contentText(item.content).trim()] : []))
    .join('\n\n')
  const before = textBefore(text.trim(), ownText)
  const ownCalls = items.filter(({ type }) => type === 'function_call')
  if (!isUnderstood || before === null || ownCalls.length !== calls.length) return null
  const left = [...calls]
  const sent = items.map((item) => (item.type === 'function_call' ? { ...item, ...left.shift() } : item))
  return before === '' ? sent : [answer(before), ...sent]
}

/** Returns the part of a continued text before its last part; null if it does not end with that part. */
function textBefore(text: string, part: string): string | null {
  // messages of one answer are separate paragraphs in its text
  if (text.replace(/\s+/g, '') === part.replace(/\s+/g, '')) return ''
  return text.endsWith(part) ? text.slice(0, text.length - part.length).trim() : null
}

function answer(text: string): Fields {
  return message('assistant', [{ type: 'output_text', text }])
}

function message(role: string, content: readonly Fields[]): Fields {
  return { type: 'message', role, content }
}

function partsOf(content: unknown): readonly Fields[] {
  if (!Array.isArray(content)) return [{ type: 'input_text', text: contentText(content) }]
  return content.filter(isFields).map((part): Fields => {
    const { type } = part
    if (type === 'image_url' && isFields(part.image_url))
      return { type: 'input_image', detail: 'auto', ...part.image_url, url: undefined, image_url: part.image_url.url }
    if (type === 'file' && isFields(part.file)) return { type: 'input_file', ...part.file }
    return type === 'text' ? { type: 'input_text', text: contentText(part) } : part
  })
}
