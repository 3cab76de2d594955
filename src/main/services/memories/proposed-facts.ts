import { folded } from '../../../shared/folded-text.ts'
import type { ProposedMemories } from '../../../shared/memories.ts'
import { memoryTextMax, proposedMax } from '../../../shared/memory-limits.ts'
import { memoryLine } from '../../../shared/sent-memories.ts'
import { withoutThinking } from '../../../shared/thinking.ts'
import { isWithin } from '../../json-bounds.ts'
import { parsed } from '../../storage/stored-json.ts'

/** An answer beyond these limits is not a list of facts. */
const bounds = { bytes: 4 * 1024 * 1024, values: 100_000 }
/** Names under which models put the list, or the text of a fact. */
const names = ['facts', 'memories', 'memory', 'fact', 'text', 'content'] as const
/** A line of a list in Markdown. */
const listLine = /^\s{0,8}(?:[-*•]|\d{1,4}[.)、])\s{1,8}(\S.*)$/

/**
 * Returns the facts in a model's answer: a JSON list, also in a fence or an object, or a list in Markdown. Drops those
 * that are known, too long, too many, or secret. Null if the answer is not a list.
 */
export function proposedFacts(
  answer: string,
  known: readonly string[],
  isSecret: (text: string) => boolean,
): ProposedMemories | null {
  const found = factsIn(withoutThinking(answer).trim())
  if (found === null) return null
  const seen = new Set(known.map(folded))
  const texts: string[] = []
  for (const fact of found) {
    if (texts.length === proposedMax) break
    // a line cannot become shorter than a tenth by joining spaces, unless it is made of them
    const text = fact.length > memoryTextMax * 10 ? '' : memoryLine(fact)
    if (text === '' || text.length > memoryTextMax || seen.has(folded(text)) || isSecret(text)) continue
    seen.add(folded(text))
    texts.push(text)
  }
  return { texts, left: found.length - texts.length }
}

function factsIn(text: string): readonly string[] | null {
  const from = text.search(/[[{]/)
  const to = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'))
  const json = from < 0 || to < from ? '' : text.slice(from, to + 1)
  if (json !== '' && isWithin(Buffer.from(json), bounds)) {
    const listed = listIn(parsed(json))
    if (listed !== null) return listed.flatMap((item) => textIn(item) ?? [])
  }
  const lines = text.split('\n').flatMap((line) => listLine.exec(line)?.[1] ?? [])
  return lines.length === 0 ? null : lines
}

function listIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  const inside = memberOf(value)
  return Array.isArray(inside) ? inside : null
}

function textIn(item: unknown): string | null {
  const text = typeof item === 'string' ? item : memberOf(item)
  return typeof text === 'string' ? text : null
}

function memberOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return null
  const name = names.find((one) => Object.hasOwn(value, one))
  return name === undefined ? null : Reflect.get(value, name)
}
