import type { ToolCall } from '../../../../../src/shared/tools.ts'

/** A call that ran, with the given changes. */
export function toolCall(id: string, more: Partial<ToolCall> = {}): ToolCall {
  return {
    id,
    messageId: 'm1',
    round: 0,
    textEnd: 0,
    name: 'search',
    toolId: 'builtin:search',
    server: null,
    arguments: '{}',
    editedArguments: null,
    state: 'done',
    askReason: null,
    hints: null,
    result: '',
    resultFile: null,
    media: [],
    startedAt: 1,
    endedAt: 2,
    progress: null,
    isUnchecked: false,
    ...more,
  }
}
