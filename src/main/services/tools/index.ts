import { randomUUID } from 'node:crypto'
import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { toolCalls } from '../../../shared/ipc/tool-calls.ts'
import type { Feature } from '../../feature.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import { Messages } from '../../storage/messages.ts'
import { ToolCalls } from '../../storage/tool-calls.ts'
import { ToolRules } from '../../storage/tool-rules.ts'
import { ArgumentChecker } from './argument-checker.ts'
import { calculator } from './builtin/calculator.ts'
import { currentDate } from './builtin/current-date.ts'
import { OpenQuestions } from './open-questions.ts'
import type { Tool } from './tool.ts'
import { ToolRegistry } from './tool-registry.ts'
import { ToolRunner } from './tool-runner.ts'
import { ToolsService } from './tools-service.ts'

/** The tools that models call, in their parts. */
export interface Tools extends Feature {
  readonly handlers: HandlersOf<typeof toolCalls>
  readonly service: ToolsService
  readonly registry: ToolRegistry
  readonly runner: ToolRunner
  readonly calls: ToolCalls
}

export interface ToolsParts extends Pick<Ports, 'clock' | 'events' | 'log'> {
  readonly database: Database
  readonly library: MediaLibrary
}

/** Composes the tools, in order of dependency. Calls that the last process left open end here. */
export function createTools(parts: ToolsParts): Tools {
  const { clock, database } = parts
  const calls = new ToolCalls(database)
  database.transaction(() => calls.recoverCalls(clock.now()))
  const rules = new ToolRules(database)
  const registry = new ToolRegistry(rules)
  const questions = new OpenQuestions(clock, (callId) => {
    const call = calls.findCall(callId)
    if (call !== null) service.emitCall(call)
  })
  const checker = new ArgumentChecker()
  const service = new ToolsService({ ...parts, calls, messages: new Messages(database), registry, rules, questions })
  const runner = new ToolRunner({
    ...parts,
    calls,
    registry,
    questions,
    arguments: checker,
    newId: randomUUID,
    onCallChanged: (call) => service.emitCall(call),
  })
  const own: readonly Tool[] = [currentDate(clock), calculator()]
  registry.addToolSource({ tools: () => own })
  return {
    handlers: toolHandlers(service),
    service,
    registry,
    runner,
    calls,
    close: async () => await checker.close(),
  }
}

/** Handlers of the calls about tools. */
function toolHandlers(tools: ToolsService): HandlersOf<typeof toolCalls> {
  return {
    'tools.list': () => tools.listTools(),
    'tools.waiting': () => tools.waiting(),
    'tools.setRule': (input) => tools.setRule(input),
    'tools.answer': (input) => tools.answer(input),
  }
}
