import { expect, it } from 'vitest'
import { listSections, temporarySection } from '../../../../../src/renderer/features/chat/list/list-sections.ts'
import { conversation } from '../messages-made.ts'

const now = new Date(2026, 10, 21, 0, 30).getTime()
const ago = (hours: number) => now - hours * 3_600_000

it('puts every conversation under its heading, by calendar days', () => {
  const list = [
    conversation('p', { pinned: true, activeAt: ago(500) }),
    conversation('a', { activeAt: ago(0.2) }),
    conversation('b', { activeAt: ago(1) }),
    conversation('c', { activeAt: ago(20) }),
    conversation('d', { activeAt: ago(40) }),
    conversation('e', { activeAt: ago(41) }),
    conversation('f', { activeAt: ago(80) }),
  ]
  const shape = listSections(list, now).map((item) => (item.kind === 'section' ? item.section : item.key))
  expect(shape).toEqual(['pinned', 'p', 'today', 'a', 'yesterday', 'b', 'c', 'day', 'd', 'e', 'day', 'f'])
})

it('puts temporary chats under one heading, which is hidden without any', () => {
  const shape = temporarySection([conversation('t'), conversation('u')]).map(({ key }) => key)
  expect(shape).toEqual(['temporary', 't', 'u'])
  expect(temporarySection([])).toEqual([])
})

it('is empty for no conversations', () => {
  expect(listSections([], now)).toEqual([])
})
