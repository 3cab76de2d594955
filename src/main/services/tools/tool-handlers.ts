import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { toolCalls } from '../../../shared/ipc/tool-calls.ts'
import type { ToolsService } from './tools-service.ts'

/** Handlers of the calls about tools. */
export function toolHandlers(tools: ToolsService): HandlersOf<typeof toolCalls> {
  return {
    'tools.list': () => tools.listTools(),
    'tools.waiting': () => tools.waiting(),
    'tools.setRule': (input) => tools.setRule(input),
    'tools.answer': (input) => tools.answer(input),
  }
}
