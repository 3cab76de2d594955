import { expect, it } from 'vitest'
import type { Command, CommandGroup } from '../../../../src/renderer/platform/feature.ts'
import { readingsOf } from '../../../../src/renderer/platform/i18n/pinyin.ts'
import { matches, shownCommands } from '../../../../src/renderer/shell/palette/command-match.ts'

function command(group: CommandGroup, label: string, hint = ''): Command {
  return { id: `${group}.${label}`, group, label, hint, icon: null, shortcut: null, run: () => undefined }
}

it('matches every typed word anywhere, in any case or width', () => {
  expect(matches('THEME dark', 'Theme: Dark')).toBe(true)
  expect(matches('ｄａｒｋ', 'Theme: Dark')).toBe(true)
  expect(matches('朱砂', '一枚朱砂印')).toBe(true)
  expect(matches('dark blue', 'Theme: Dark')).toBe(false)
})

it("shows actions, conversations and models in this order, and main's results once", () => {
  const local = [command('models', 'tea-1'), command('conversations', 'Tea'), command('actions', 'Brew tea')]
  const found = [command('conversations', 'Tea'), command('conversations', 'More tea')]
  const shown = shownCommands('tea', local, found).map((entry) => entry.label)
  expect(shown).toEqual(['Brew tea', 'Tea', 'More tea', 'tea-1'])
})

it('ranks commands above the entries of a long catalogue', () => {
  const models = Array.from({ length: 500 }, (_, index) => command('models', `m${index}`))
  expect(shownCommands('', models, []).length).toBeLessThan(10)
  expect(shownCommands('m', models, []).length).toBeLessThanOrEqual(40)
})

it('finds a Chinese action by its pinyin', () => {
  const readings = readingsOf({ yu: '语', yan: '言' })
  const commands = [command('actions', '语言：English'), command('actions', '主题', '语言')]
  expect(shownCommands('yuyan', commands, [], readings).map(({ label }) => label)).toEqual(['语言：English'])
  expect(shownCommands('yy english', commands, [], readings)).toHaveLength(1)
  expect(shownCommands('yuyan', commands, [])).toEqual([])
})

it('puts the action first whose name is typed, and keeps the order of the rest', () => {
  const labels = ['Restore the messages last deleted in this chat', 'Delete this chat', 'Delete', 'Undelete this chat']
  const commands = labels.map((label) => command('actions', label))
  const shown = (query: string) => shownCommands(query, commands, []).map(({ label }) => label)
  expect(shown('delete this chat')).toEqual(['Delete this chat', 'Undelete this chat', labels[0]])
  expect(shown('DELETE')).toEqual(['Delete', 'Delete this chat', labels[0], 'Undelete this chat'])
  expect(shown('')).toEqual(labels)
})
