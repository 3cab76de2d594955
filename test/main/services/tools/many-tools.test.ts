import { expect, test } from 'vitest'
import { OpenQuestions } from '../../../../src/main/services/tools/open-questions.ts'
import type { Tool } from '../../../../src/main/services/tools/tool.ts'
import { toolNames } from '../../../../src/main/services/tools/tool-names.ts'
import { ToolRegistry } from '../../../../src/main/services/tools/tool-registry.ts'
import { ToolsService } from '../../../../src/main/services/tools/tools-service.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { ToolCalls } from '../../../../src/main/storage/tool-calls.ts'
import { ToolRules } from '../../../../src/main/storage/tool-rules.ts'
import { EventRecorder, ManualClock } from '../../../fakes/platform.ts'
import { temporaryDatabase } from '../../../fakes/storage.ts'

const tool = (index: number): Tool => ({
  id: `server:tool-${index}`,
  server: 'server',
  name: `tool-${index % 2 === 0 ? index : index - 1}`,
  title: `Tool ${index}`,
  description: '',
  parameters: { type: 'object' },
  hints: { readOnly: true, destructive: false, openWorld: false, costs: false },
  defaultRule: 'ask',
  run: async () => ({ text: '', isError: false, isUntrusted: false }),
})

test('100,000 tools get their names in one pass, and shared names differ', () => {
  const names = toolNames(Array.from({ length: 100_000 }, (_, index) => tool(index)))
  expect(names.size).toBe(100_000)
  expect([...toolNames([tool(2), tool(5)]).keys()]).toEqual(['server_tool-2', 'server_tool-4'])
})

test('a list of many tools reads the rules once', () => {
  const { database, dispose } = temporaryDatabase()
  let looks = 0
  class CountedRules extends ToolRules {
    override findRule(...given: Parameters<ToolRules['findRule']>): ReturnType<ToolRules['findRule']> {
      looks += 1
      return super.findRule(...given)
    }
  }
  const rules = new CountedRules(database)
  rules.set('server:tool-7', null, { rule: 'never', definition: 'x' })
  rules.set('server:tool-8', 'c', { rule: 'never', definition: 'x' })
  const registry = new ToolRegistry(rules)
  registry.addToolSource({ tools: () => Array.from({ length: 3_000 }, (_, index) => tool(index)) })
  const service = new ToolsService({
    ...{ database, registry, rules, events: new EventRecorder() },
    calls: new ToolCalls(database),
    messages: new Messages(database),
    questions: new OpenQuestions(new ManualClock(), () => undefined),
  })
  const list = service.listTools()
  expect(list.filter(({ rule }) => rule !== 'ask').map(({ id }) => id)).toEqual(['server:tool-7'])
  expect([list.length, looks]).toEqual([3_000, 0])
  dispose()
})
