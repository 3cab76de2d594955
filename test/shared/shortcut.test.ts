import { describe, expect, it } from 'vitest'
import {
  askedChord,
  chordProblem,
  chordsFor,
  chordsOf,
  clashesWith,
  type OwnShortcuts,
  type Press,
  shortcutOf,
  withChord,
  withDefault,
} from '../../src/shared/shortcut.ts'
import { shortcutIds, shortcutTable } from '../../src/shared/shortcut-table.ts'

const press = (key: string, code: string, held: Partial<Press> = {}): Press => ({
  ...{ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...held,
})
const ctrl = { ctrlKey: true }
const shift = { shiftKey: true }
const found = (given: Press, own: OwnShortcuts = {}, mac = false) => shortcutOf(given, ['window', 'chat'], { mac, own })

describe('a key press', () => {
  it('a key press means the letter printed on the key, on any layout', () => {
    // Dvorak, AZERTY, QWERTY
    for (const code of ['KeyV', 'KeyK', 'KeyC']) expect(found(press('k', code, ctrl))).toBe('palette')
    expect(found(press('t', 'KeyK', ctrl))).toBeNull()
    expect(found(press('K', 'KeyK', ctrl))).toBe('palette')
  })

  it('a key press means the letter at its position under another alphabet or an input method', () => {
    for (const key of ['л', 'ㅏ', 'κ']) expect(found(press(key, 'KeyK', ctrl))).toBe('palette')
    expect(found(press('》', 'Period', { ...ctrl, ...shift }))).toBe('quote')
    expect(found(press(':', 'Period', { ...ctrl, ...shift }))).toBe('quote')
    expect(found(press('，', 'Comma', ctrl))).toBe('settings')
    expect(found(press('&', 'Digit1', ctrl))).toBe('chat')
    // an input method that has taken the key
    for (const key of ['Process', 'Unidentified', 'Dead', 'Control', ''])
      expect(chordsOf(press(key, 'KeyK', ctrl), false)).toEqual([])
  })

  it('a key press means the same character on any keyboard layout', () => {
    const inPlayer = (given: Press) => shortcutOf(given, ['player'], { mac: false, own: {} })
    expect(inPlayer(press('<', 'Comma', shift))).toBe('videoSlower')
    expect(inPlayer(press('<', 'IntlBackslash'))).toBe('videoSlower')
    expect(inPlayer(press('>', 'IntlBackslash', shift))).toBe('videoFaster')
    expect(inPlayer(press('F', 'KeyF'))).toBe('videoFullScreen')
    expect(inPlayer(press('f', 'KeyF', ctrl))).toBeNull()
    expect(shortcutOf(press('-', 'Slash'), ['picture'], { mac: false, own: {} })).toBe('pictureSmaller')
    expect(shortcutOf(press('+', 'NumpadAdd'), ['picture'], { mac: false, own: {} })).toBe('pictureLarger')
    expect(shortcutOf(press('1', 'Numpad1'), ['picture'], { mac: false, own: {} })).toBe('pictureActual')
  })

  it('a key press uses the command key on a Mac, and the control key elsewhere', () => {
    expect(found(press('k', 'KeyK', { metaKey: true }), {}, true)).toBe('palette')
    expect(found(press('k', 'KeyK', ctrl), {}, true)).toBeNull()
    expect(found(press('k', 'KeyK', { metaKey: true }))).toBeNull()
    expect(found(press('k', 'KeyK', { ...ctrl, metaKey: true }))).toBeNull()
    expect(found(press('k', 'KeyK', { ...ctrl, ...shift }))).toBeNull()
    expect(found(press('k', 'KeyK', { ...ctrl, altKey: true }))).toBeNull()
  })
})

describe('shortcuts for every program', () => {
  it("global keys are named in ASCII, by the key's position if its character is another", () => {
    const asked = (given: Press, mac: boolean) => askedChord(given, 'global', mac)
    expect(asked(press('å', 'KeyA', { altKey: true }), true)).toBe('Alt+A')
    expect(asked(press('¡', 'Digit1', { altKey: true }), true)).toBe('Alt+1')
    expect(asked(press('Dead', 'KeyE', { altKey: true }), true)).toBe('Alt+E')
    expect(asked(press('ф', 'KeyA', ctrl), false)).toBe('Mod+A')
    expect(asked(press('Ж', 'Semicolon', { ...ctrl, ...shift }), false)).toBe('Mod+Shift+;')
    // what is printed on the key comes first, as elsewhere
    expect(asked(press('a', 'KeyQ', ctrl), false)).toBe('Mod+A')
    expect(asked(press('Shift', 'ShiftLeft', shift), false)).toBeUndefined()
    // another place takes the sign
    expect(askedChord(press('å', 'KeyA', { altKey: true }), 'window', true)).toBe('Alt+å')
  })

  it('global keys that no system knows are refused, also from a file', () => {
    expect(chordProblem('Alt+å', 'global')).toBe('foreign')
    expect(chordProblem('Alt+å', 'window')).toBeNull()
    expect(chordsFor('quick', { quick: 'Mod+Ф' })).toEqual([])
  })
})

describe('the table of shortcuts', () => {
  it('the shortcuts have no conflict, and no chord that the page would refuse', () => {
    for (const id of shortcutIds)
      for (const chord of shortcutTable[id].chords) {
        expect([id, chord, clashesWith(id, chord, {})]).toEqual([id, chord, []])
        const isArrow = /^Arrow/.test(chord)
        expect([id, chord, isArrow ? null : chordProblem(chord, shortcutTable[id].place)]).toEqual([id, chord, null])
      }
  })

  it('every shortcut is found by each of its chords', () => {
    for (const id of shortcutIds)
      for (const chord of shortcutTable[id].chords) {
        const parts = chord.split(/(?<=[^+])\+/)
        const key = parts.at(-1) ?? ''
        const given = press(key === 'Space' ? ' ' : key, '', {
          ...{ ctrlKey: parts.includes('Mod'), altKey: parts.includes('Alt'), shiftKey: parts.includes('Shift') },
        })
        // a sign with Shift is told by its place
        const told = chord === 'Mod+Shift+.' ? { ...given, key: '>', code: 'Period' } : given
        expect(shortcutOf(told, [shortcutTable[id].place], { mac: false, own: {} })).toBe(id)
      }
  })
})

describe('a change of a shortcut', () => {
  it('a changed shortcut replaces the default', () => {
    const own = withChord({}, 'palette', 'Mod+Shift+P')
    expect(found(press('P', 'KeyP', { ...ctrl, ...shift }), own)).toBe('palette')
    expect(found(press('k', 'KeyK', ctrl), own)).toBeNull()
    expect(withChord(own, 'palette', 'Mod+K')).toEqual({})
    expect(withDefault(own, 'palette')).toEqual({})
  })

  it('a change leaves no two active shortcuts with one chord', () => {
    const taken = withChord({}, 'palette', 'Mod+J')
    expect(chordsFor('questions', taken)).toEqual([])
    expect(found(press('j', 'KeyJ', ctrl), taken)).toBe('palette')
    // the one that had it gets it back, and the other loses it
    const back = withDefault(taken, 'questions')
    expect([chordsFor('questions', back), chordsFor('palette', back)]).toEqual([['Mod+J'], []])
    // a second chord stays
    expect(chordsFor('playRecording', withChord({}, 'recordingBack', 'Space'))).toEqual(['K'])
    // views are never open together
    expect(clashesWith('mute', 'F', {})).toEqual(['videoFullScreen'])
  })

  it('any series of changes leaves no conflict', () => {
    let state = 7
    const next = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state % below
    }
    const pool = ['', 'Mod+J', 'Mod+K', 'Mod+Shift+P', 'Alt+ArrowUp', 'F2', 'F4', 'Mod+F', 'Mod+1']
    let own: OwnShortcuts = {}
    for (let step = 0; step < 2_000; step += 1) {
      const id = shortcutIds[next(shortcutIds.length)] ?? 'new'
      own = next(4) === 0 ? withDefault(own, id) : withChord(own, id, pool[next(pool.length)] ?? '')
      for (const one of shortcutIds)
        for (const chord of chordsFor(one, own))
          expect([step, one, chord, clashesWith(one, chord, own)]).toEqual([step, one, chord, []])
    }
  })

  it('a change is refused for keys that type a character, and for keys with a fixed meaning', () => {
    expect(chordProblem('K', 'chat')).toBe('types')
    expect(chordProblem('Shift+K', 'window')).toBe('types')
    expect(chordProblem('K', 'player')).toBeNull()
    expect(chordProblem('Mod+Alt+Q', 'player')).toBe('types')
    expect(chordProblem('F4', 'window')).toBeNull()
    for (const chord of ['Enter', 'Escape', 'Tab', 'Mod+C', 'Mod+Z', 'Mod+Enter'])
      expect(chordProblem(chord, 'player')).toBe('fixed')
    for (const chord of ['Mod+W', 'Alt+F4', 'Mod+Q', 'Meta+K']) expect(chordProblem(chord, 'chat')).toBe('system')
  })

  it('a change from a file cannot use a key that everything needs', () => {
    for (const chord of ['Enter', 'A', 'Mod+C', 'Escape'])
      expect(chordsFor('palette', { palette: chord })).toEqual(['Mod+K'])
    expect(found(press('Enter', 'Enter'), { palette: 'Enter', new: 'Enter' })).toBeNull()
    expect(chordsFor('palette', Object.create({ palette: 'F4' }))).toEqual(['Mod+K'])
  })
})
