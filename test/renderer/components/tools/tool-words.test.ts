import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import {
  byServer,
  calledTitle,
  hintWords,
  ownTools,
  toolDescription,
  toolTitle,
} from '../../../../src/renderer/components/tools/tool-words.ts'
import { en } from '../../../../src/renderer/platform/i18n/locales/en.ts'
import type { ToolHints } from '../../../../src/shared/tools.ts'

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: en } } }))

const hints = { readOnly: true, destructive: false, openWorld: false, costs: false }
const tool = (id: string, server: string | null) =>
  ({ id, server, name: id, title: id, description: '', hints, rule: 'ask', isChanged: false }) as const

test('every tool with words is known by its name', () => {
  expect([...ownTools].sort()).toEqual(Object.keys(en.tools.own).sort())
})

test('a server’s tool keeps its name, with invisible characters shown', () => {
  const lying = { ...tool('s:x\u202e', 's'), title: 'Calculator', description: 'Adds.\u{e0041}\u200b' }
  expect(toolTitle(i18next.t, lying)).toBe('s:x[U+202E]')
  expect(toolDescription(i18next.t, lying)).toBe('Adds.[U+E0041][U+200B]')
  expect(calledTitle(i18next.t, { toolId: null, name: 'calc\u200bulator' }, [])).toBe('calc[U+200B]ulator')
})

test('a hint that a server did not give is not stated as a fact', () => {
  const words = (more: Partial<ToolHints>) =>
    hintWords(i18next.t, { readOnly: false, destructive: true, openWorld: true, costs: false, ...more })
  const { changes, deletes, reaches, reads, unknown } = en.tools.hint
  expect(words({ unstated: ['readOnly', 'destructive', 'openWorld'] })).toEqual([unknown])
  expect(words({ unstated: ['readOnly', 'destructive'] })).toEqual([reaches, unknown])
  expect(words({ unstated: ['destructive', 'openWorld'] })).toEqual([changes])
  expect(words({})).toEqual([deletes, reaches])
  expect(words({ destructive: false })).toEqual([reaches, changes])
  expect(words({ readOnly: true, destructive: false, unstated: ['openWorld'] })).toEqual([reads])
})

test('tools are grouped by server, own ones first', () => {
  const groups = byServer([tool('a', 's'), tool('b', null), tool('c', 's')])
  expect(groups.map(({ server, tools }) => [server, tools.map(({ id }) => id)])).toEqual([
    [null, ['b']],
    ['s', ['a', 'c']],
  ])
})
