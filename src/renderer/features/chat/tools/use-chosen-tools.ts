import type { ChatTools, ToolInfo } from '../../../../shared/tools.ts'
import { useTools } from '../../../platform/tools-store.ts'
import { useParameters } from '../composer/ParametersPopover.tsx'
import { setParameters } from '../thread/answer-actions.ts'
import { noTools, toolsOn } from './chat-tools.ts'

interface ChosenTools {
  readonly choice: ChatTools
  /** Tools that are on and there. */
  readonly on: readonly ToolInfo[]
  readonly choose: (choice: ChatTools) => void
}

/** The tools of the open chat, and of the next one while none is open. */
export function useChosenTools(): ChosenTools {
  const tools = useTools((state) => state.tools)
  const parameters = useParameters()
  const choice = parameters.tools ?? noTools
  return { choice, on: toolsOn(choice, tools), choose: (next) => setParameters({ ...parameters, tools: next }) }
}
