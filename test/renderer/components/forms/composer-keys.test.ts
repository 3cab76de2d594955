import { describe, expect, it } from 'vitest'
import { enterAction, type KeyPress } from '../../../../src/renderer/components/forms/composer-keys.ts'

const enter: KeyPress = {
  key: 'Enter',
  keyCode: 13,
  isComposing: false,
  shift: false,
  alt: false,
  mod: false,
  at: 1000,
}

describe('Enter in the composer', () => {
  it.each([
    ['enter', {}, 'send'],
    ['enter', { shift: true }, 'none'],
    ['enter', { mod: true }, 'break'],
    ['mod-enter', {}, 'none'],
    ['mod-enter', { mod: true }, 'send'],
    ['mod-enter', { mod: true, shift: true }, 'none'],
    ['enter', { key: 'a', keyCode: 65 }, 'none'],
  ] as const)('Enter with the setting %s and %o: %s', (sendWith, change, action) => {
    expect(enterAction({ ...enter, ...change }, sendWith, null)).toBe(action)
  })

  it('Enter never sends while an input method composes', () => {
    expect(enterAction({ ...enter, isComposing: true }, 'enter', null)).toBe('none')
    expect(enterAction({ ...enter, keyCode: 229 }, 'enter', null)).toBe('none')
    expect(enterAction({ ...enter, isComposing: true, mod: true }, 'mod-enter', null)).toBe('none')
  })

  it('the Enter that ends a composition does not send', () => {
    expect(enterAction({ ...enter, at: 1000 }, 'enter', 999)).toBe('confirm')
    expect(enterAction({ ...enter, at: 1000 }, 'enter', 1000)).toBe('confirm')
    expect(enterAction({ ...enter, at: 1000 }, 'mod-enter', 999)).toBe('confirm')
    expect(enterAction({ ...enter, at: 1200 }, 'enter', 1000)).toBe('send')
  })
})
