import type { TFunction } from 'i18next'
import type { ToolHints, ToolInfo } from '../../../shared/tools.ts'
import { lineText } from '../../platform/line-text.ts'
import { withCodes } from '../words/odd-characters.ts'

/** Names of Atelier's own tools that have words in each language. */
export const ownTools = [
  'current_date',
  'calculator',
  'search_history',
  'make_image',
  'edit_image',
  'make_video',
  'transcribe_recording',
  'read_file',
  'web_search',
  'read_page',
] as const
type OwnTool = (typeof ownTools)[number]

const prefix = 'builtin:'

function ownTool(id: string | null): OwnTool | null {
  return ownTools.find((name) => id === `${prefix}${name}`) ?? null
}

/**
 * Returns the displayed name of a tool. A server's tool keeps its own name: its title can pretend to be another tool.
 */
export function toolTitle(t: TFunction, tool: Pick<ToolInfo, 'id' | 'server' | 'name' | 'title'>): string {
  const own = ownTool(tool.id)
  if (own !== null) return t(`tools.own.${own}.title`)
  return lineText(withCodes(tool.server === null ? tool.title : tool.name), 100)
}

/** Returns the displayed description of a tool; a server's own text has codes for invisible characters. */
export function toolDescription(t: TFunction, tool: ToolInfo): string {
  const own = ownTool(tool.id)
  return own === null ? withCodes(tool.description) : t(`tools.own.${own}.description`)
}

/** Returns the name of the tool of a call; the name that the model used if the tool no longer exists. */
export function calledTitle(
  t: TFunction,
  call: { readonly toolId: string | null; readonly name: string },
  tools: readonly ToolInfo[],
): string {
  const own = ownTool(call.toolId)
  if (own !== null) return t(`tools.own.${own}.title`)
  const known = tools.find(({ id }) => id === call.toolId)
  return known === undefined ? lineText(withCodes(call.name), 100) : toolTitle(t, known)
}

/**
 * Returns what a tool does according to its hints, the most harmful first. A missing hint is never stated as a fact.
 */
export function hintWords(t: TFunction, hints: ToolHints): readonly string[] {
  const { costs, readOnly } = hints
  const unstated = new Set(hints.unstated)
  const deletes = hints.destructive && !readOnly && !unstated.has('destructive')
  const reaches = hints.openWorld && !unstated.has('openWorld')
  const isUnknown = !readOnly && unstated.has('readOnly')
  return [
    ...(costs ? [t('tools.hint.costs')] : []),
    ...(deletes ? [t('tools.hint.deletes')] : []),
    ...(reaches ? [t('tools.hint.reaches')] : []),
    ...(isUnknown ? [t('tools.hint.unknown')] : []),
    ...(!readOnly && !deletes && !isUnknown ? [t('tools.hint.changes')] : []),
    ...(readOnly && !costs && !reaches ? [t('tools.hint.reads')] : []),
  ]
}

/** Groups the tools by server, Atelier's own first, in their original order. */
export function byServer(
  tools: readonly ToolInfo[],
): readonly { readonly server: string | null; readonly tools: readonly ToolInfo[] }[] {
  const groups = Map.groupBy(tools, ({ server }) => server)
  return [...groups]
    .map(([server, members]) => ({ server, tools: members }))
    .toSorted((one, other) => Number(one.server !== null) - Number(other.server !== null))
}
