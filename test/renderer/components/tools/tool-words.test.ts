import { expect, test } from 'vitest'
import { byServer, ownTools } from '../../../../src/renderer/components/tools/tool-words.ts'
import { en } from '../../../../src/renderer/platform/i18n/locales/words.ts'

const hints = { readOnly: true, destructive: false, openWorld: false, costs: false }
const tool = (id: string, server: string | null) =>
  ({ id, server, name: id, title: id, description: '', hints, rule: 'ask', isChanged: false }) as const

test('every tool with words is known by its name', () => {
  expect([...ownTools].sort()).toEqual(Object.keys(en.tools.own).sort())
})

test('tools are grouped by server, own ones first', () => {
  const groups = byServer([tool('a', 's'), tool('b', null), tool('c', 's')])
  expect(groups.map(({ server, tools }) => [server, tools.map(({ id }) => id)])).toEqual([
    [null, ['b']],
    ['s', ['a', 'c']],
  ])
})
