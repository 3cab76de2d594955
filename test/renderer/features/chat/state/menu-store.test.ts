import { afterEach, describe, expect, test } from 'vitest'
import {
  closeMenu,
  type MenuEntry,
  matching,
  menuTyped,
  useMenu,
} from '../../../../../src/renderer/features/chat/state/menu-store.ts'

const entry = (title: string): MenuEntry => ({
  ...{ key: title, title, description: '', source: '', words: title, choose: () => undefined },
})
const found = (titles: readonly string[], query: string) => matching(titles.map(entry), query).map(({ title }) => title)

afterEach(() => menuTyped(''))

describe('the menu of the composer', () => {
  test('a slash at the start opens the menu, also the one of a Chinese input method', () => {
    for (const sign of ['/', '、', '／']) {
      menuTyped(`${sign}tra`)
      expect(useMenu.getState().query).toBe('tra')
      menuTyped('')
    }
    menuTyped('a /tra')
    expect(useMenu.getState().query).toBeNull()
  })

  test('the menu stays closed after Escape until the slash is removed', () => {
    menuTyped('/t')
    closeMenu()
    menuTyped('/tr')
    expect(useMenu.getState().query).toBeNull()
    menuTyped('')
    menuTyped('/')
    expect(useMenu.getState().query).toBe('')
  })

  test('the menu finds by the beginnings of words, in Chinese anywhere', () => {
    const titles = ['Make a plan', 'Translate', 'Plan a trip', '整理会议纪要']
    expect(found(titles, 'plan')).toEqual(['Plan a trip', 'Make a plan'])
    expect(found(titles, 'a tr')).toEqual(['Plan a trip'])
    expect(found(titles, 'ran')).toEqual([])
    expect(found(titles, '会议')).toEqual(['整理会议纪要'])
    // however its letters are stored, and in any width
    expect(found(['Re\u0301sume\u0301', 'ＰＬＡＮ', 'Other'], 'rés')).toEqual(['Re\u0301sume\u0301'])
    expect(found(['Re\u0301sume\u0301', 'ＰＬＡＮ', 'Other'], 'plan')).toEqual(['ＰＬＡＮ'])
    expect(found(['Résumé', 'Other'], 're\u0301s')).toEqual(['Résumé'])
  })
})
