import type { FaultSet } from '../faults/fault-syntax.ts'
import { tokenize } from './tokens.ts'

/** A model's thinking before its answer, as requested by the fault `think`; null if it does not think. */
export interface Thinking {
  readonly shape: string
  readonly tokens: readonly string[]
}

const sentences = [
  'The question has two parts, and the first decides the second.',
  '先看题目问的是什么，再决定怎么回答。',
  'An example says more than a rule here.',
]

/** Returns the thinking that the faults of a request ask for. */
export function thinkingOf(faults: FaultSet): Thinking | null {
  if (!faults.has('think')) return null
  const count = faults.number('think', 'tokens') ?? 30
  const tokens: string[] = []
  for (let at = 0; tokens.length < count; at += 1) tokens.push(...tokenize(`${sentences[at % sentences.length]}\n\n`))
  return { shape: faults.textParam('think', 'shape') ?? 'reasoning_content', tokens: tokens.slice(0, count) }
}

/** Returns the fields of a delta that hold a piece of a thought; null if thoughts are part of the text. */
export function thoughtDelta(shape: string, text: string): object | null {
  switch (shape) {
    case 'tags':
      return null
    case 'details':
      return { reasoning: text, reasoning_details: [{ type: 'reasoning.text', text, format: 'unknown', index: 0 }] }
    case 'parts':
      return { content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] }
    case 'reasoning':
    case 'thinking':
      return { [shape]: text }
    default:
      return { reasoning_content: text }
  }
}
