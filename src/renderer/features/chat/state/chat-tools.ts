import type { ChatTools, ToolInfo } from '../../../../shared/tools.ts'

/** Maximum number of rounds of an answer until the user chooses. */
export const roundsAtFirst = 10

export const noTools: ChatTools = { enabled: [], roundsMax: roundsAtFirst }

/** Returns the choice with some tools turned on or off. Tools that are currently unavailable keep their place. */
export function withTools(choice: ChatTools, ids: readonly string[], isOn: boolean): ChatTools {
  const changed = new Set(ids)
  const others = choice.enabled.filter((id) => !changed.has(id))
  return { ...choice, enabled: isOn ? [...others, ...ids].slice(-512) : others }
}

/** Returns the tools that are on and available. */
export function toolsOn(choice: ChatTools, tools: readonly ToolInfo[]): readonly ToolInfo[] {
  const enabled = new Set(choice.enabled)
  return tools.filter(({ id }) => enabled.has(id))
}
