import type { TFunction } from 'i18next'
import { type Chord, chordsFor, shortcutOf } from '../../shared/shortcut.ts'
import type { ShortcutId, ShortcutPlace } from '../../shared/shortcut-table.ts'
import { appState, useApp } from './app-store.ts'
import { useTranslation } from './i18n/use-translation.ts'

/** Returns the shortcut of a key press in the given place; null for none, and while an input method composes. */
export function pressedIn(event: KeyboardEvent, place: ShortcutPlace): ShortcutId | null {
  if (event.isComposing || event.keyCode === 229) return null
  // AltGr types a character, although Windows reports it as Ctrl and Alt
  if (event.getModifierState('AltGraph')) return null
  const { info, settings } = appState()
  return shortcutOf(event, [place], { mac: info.platform === 'mac', own: settings.shortcuts })
}

const signs: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }

/** Returns a chord as it is printed on keys. */
export function chordWords(t: TFunction, chord: Chord, mac: boolean): string {
  // a plus sign is a key too
  const keys = chord.split(/(?<=[^+])\+/)
  const words = keys.map((key) => {
    switch (key) {
      case 'Mod':
        return mac ? '⌘' : 'Ctrl'
      case 'Alt':
        return mac ? '⌥' : 'Alt'
      case 'Shift':
        return t('shortcuts.shift')
      case 'Space':
        return t('shortcuts.space')
      case 'Delete':
        return t('shortcuts.deleteKey')
      default:
        return signs[key] ?? key
    }
  })
  return words.join('+')
}

/** Returns a function that gives the first chord of a shortcut in words; null if it has none. */
export function useShortcutKeys(): (id: ShortcutId) => string | null {
  const { t } = useTranslation()
  const mac = useApp((state) => state.info.platform === 'mac')
  const own = useApp((state) => state.settings.shortcuts)
  return (id) => {
    const [chord] = chordsFor(id, own)
    return chord === undefined ? null : chordWords(t, chord, mac)
  }
}

/** Returns a function that appends a shortcut to the words of a control, for a tooltip. */
export function useTitled(): (words: string, id: ShortcutId) => string {
  const keys = useShortcutKeys()
  return (words, id) => {
    const chord = keys(id)
    return chord === null ? words : `${words} (${chord})`
  }
}
