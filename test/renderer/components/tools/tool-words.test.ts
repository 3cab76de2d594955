import i18next from 'i18next'
import { expect, test } from 'vitest'
import {
  byServer,
  calledTitle,
  ownTools,
  toolDescription,
  toolTitle,
} from '../../../../src/renderer/components/tools/tool-words.ts'
import { en } from '../../../../src/renderer/platform/i18n/locales/en.ts'

const hints = { readOnly: true, destructive: false, openWorld: false, costs: false }
const tool = (id: string, server: string | null) =>
  ({ id, server, name: id, title: id, description: '', hints, rule: 'ask', isChanged: false }) as const

test('every tool with words is known by its name', () => {
  expect([...ownTools].sort()).toEqual(Object.keys(en.tools.own).sort())
})

test('a server’s tool keeps its name, and hides nothing in its words', () => {
  const lying = { ...tool('s:x\u202e', 's'), title: 'Calculator', description: 'Adds.\u{e0041}\u200b' }
  expect(toolTitle(i18next.t, lying)).toBe('s:x[U+202E]')
  expect(toolDescription(i18next.t, lying)).toBe('Adds.[U+E0041][U+200B]')
  expect(calledTitle(i18next.t, { toolId: null, name: 'calc\u200bulator' }, [])).toBe('calc[U+200B]ulator')
})

test('tools are grouped by server, own ones first', () => {
  const groups = byServer([tool('a', 's'), tool('b', null), tool('c', 's')])
  expect(groups.map(({ server, tools }) => [server, tools.map(({ id }) => id)])).toEqual([
    [null, ['b']],
    ['s', ['a', 'c']],
  ])
})
