import type { ChatTools, ToolInfo } from '../../../../shared/tools.ts'
import { useTools } from '../../../platform/tools-store.ts'
import { setParameters } from '../actions/answer-actions.ts'
import { noTools, toolsOn } from '../state/chat-tools.ts'
import { useParameters } from '../state/use-parameters.ts'

interface ChosenTools {
  readonly choice: ChatTools
  /** Tools that are on and available. */
  readonly on: readonly ToolInfo[]
  readonly choose: (choice: ChatTools) => void
}

/** Returns the tools of the open chat; those of the next one while none is open. */
export function useChosenTools(): ChosenTools {
  const tools = useTools((state) => state.tools)
  const parameters = useParameters()
  const choice = parameters.tools ?? noTools
  return { choice, on: toolsOn(choice, tools), choose: (next) => setParameters({ ...parameters, tools: next }) }
}
