import type { AppError } from '../../../../shared/errors.ts'
import { acceptedName, qualifiedName } from '../../../../shared/tool-name.ts'
import type { ToolInfo } from '../../../../shared/tools.ts'

/** Length of a long name's beginning that a request keeps: 64 characters, of which a hash uses nine. */
const keptMax = 55

/**
 * Returns the tool that a gateway's refusal names, among those of the request in their order; null if it names none, or
 * several. Some gateways name its index instead: `tools[3].function`, `tools.3.custom`.
 */
export function refusedTool<Offered extends Pick<ToolInfo, 'server' | 'name'>>(
  { gatewayMessage, status }: Pick<AppError, 'gatewayMessage' | 'status'>,
  offered: readonly Offered[],
): Offered | null {
  if (gatewayMessage === null || status === null || status < 400 || status > 499) return null
  const words = new Set(gatewayMessage.split(/[^a-zA-Z0-9_-]+/))
  const named = offered
    .map((tool) => ({ tool, name: acceptedName(qualifiedName(tool)) }))
    .filter(({ name }) => [...words].some((word) => word === name || isHashed(word, name.slice(0, keptMax))))
    // a tool may be named like a common word; a longer name takes precedence
    .toSorted((one, other) => other.name.length - one.name.length)
  const [longest, second] = named
  if (longest !== undefined) return second?.name.length === longest.name.length ? null : longest.tool
  const [, place = ''] = /\btools(?:\[|\.)(\d{1,4})\b/.exec(gatewayMessage) ?? []
  return (place === '' ? undefined : offered[Number(place)]) ?? null
}

/** Returns true if a word is a name with a hash at its end (`tool-names.ts`). */
function isHashed(word: string, name: string): boolean {
  return word.startsWith(`${name}_`) && /^[0-9a-f]{8}$/.test(word.slice(name.length + 1))
}
