import { createHash } from 'node:crypto'
import { acceptedName, qualifiedName } from '../../../shared/tool-name.ts'
import type { Tool } from './tool.ts'

/** Longest name that gateways accept. */
const nameMax = 64

/**
 * Returns the tools by the names under which a model knows them. One bad name fails the whole request, so every name
 * has 1 to 64 letters, digits, `_` and `-`. A server's tool has the server's name before its own. A name that had to be
 * changed, or that two tools share, ends with a hash of the tool's id. The same tools always get the same names.
 */
export function toolNames(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const plain = tools.map((tool) => plainName(tool))
  const counts = new Map<string, number>()
  for (const { name } of plain) counts.set(name, (counts.get(name) ?? 0) + 1)
  const named = new Map<string, Tool>()
  tools.forEach((tool, at) => {
    const { name, isExact } = plain[at] ?? { name: '', isExact: false }
    const isShared = (counts.get(name) ?? 0) > 1
    named.set(isExact && !isShared ? name : hashed(name, tool.id), tool)
  })
  return named
}

/**
 * Returns the name of a call in a request. A model may call a tool by an unknown, invalid name; gateways would then
 * refuse the chat from then on.
 */
export function sentName(name: string): string {
  return acceptedName(name).slice(0, nameMax) || 'unknown_tool'
}

function plainName(tool: Tool): { readonly name: string; readonly isExact: boolean } {
  const whole = qualifiedName(tool)
  const plain = acceptedName(whole)
  return { name: plain, isExact: plain === whole && whole.length <= nameMax && whole.length > 0 }
}

function hashed(name: string, id: string): string {
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 8)
  return `${name.slice(0, nameMax - hash.length - 1)}_${hash}`
}
