import { expect, test } from 'vitest'
import { noTools, toolsOn, withTools } from '../../../../../src/renderer/features/chat/state/chat-tools.ts'

const hints = { readOnly: true, destructive: false, openWorld: false, costs: false }
const tool = (id: string) =>
  ({ id, server: null, name: id, title: id, description: '', hints, rule: 'ask', isChanged: false }) as const

test('tools are turned on once, and off', () => {
  const on = withTools(withTools(noTools, ['a', 'b'], true), ['b', 'c'], true)
  expect(on.enabled).toEqual(['a', 'b', 'c'])
  expect(withTools(on, ['a', 'c'], false).enabled).toEqual(['b'])
})

test('an unavailable tool stays in the choice, and is not counted', () => {
  const on = withTools({ ...noTools, enabled: ['gone'] }, ['a'], true)
  expect(on.enabled).toEqual(['gone', 'a'])
  expect(toolsOn(on, [tool('a'), tool('b')]).map(({ id }) => id)).toEqual(['a'])
})

test('a chat never has more than 512 tools', () => {
  const many = Array.from({ length: 600 }, (_, at) => `t${at}`)
  expect(withTools(noTools, many, true).enabled).toHaveLength(512)
})
