import { isShortcutId, type ShortcutId, type ShortcutPlace, shortcutIds, shortcutTable } from './shortcut-table.ts'

/**
 * Keys pressed together, such as `Mod+Shift+F`, `Alt+ArrowUp`, `Space` or `>`. `Mod` is ⌘ on a Mac and Ctrl elsewhere; `Ctrl`
 * is the control key of a Mac. Letters are upper case. A sign stands for itself, however a keyboard makes it, so that
 * Shift is named only with letters, digits and named keys.
 */
export type Chord = string

/** What the user changed: a chord by the id of its shortcut; an empty one is none. */
export type OwnShortcuts = Readonly<Record<string, string>>

/** A key press, as the page and Electron tell it. */
export interface Press {
  readonly key: string
  /** The place of the key on the keyboard (`KeyboardEvent.code`). */
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** Keys that are only held, or that an input method has taken. */
const silentKeys = /^(Control|Shift|Alt|AltGraph|Meta|OS|CapsLock|NumLock|Fn|Dead|Process|Unidentified|Compose)$/

const signsByCode: Readonly<Record<string, string>> = {
  ...{ Period: '.', Comma: ',', Slash: '/', Semicolon: ';', Quote: "'", Backquote: '`', Backslash: '\\' },
  ...{ BracketLeft: '[', BracketRight: ']', Minus: '-', Equal: '=' },
}

function modifiers({ altKey, ctrlKey, metaKey }: Press, mac: boolean): string {
  const [mod, ctrl] = mac ? [metaKey, ctrlKey] : [ctrlKey, false]
  // the Windows key belongs to the system
  if (!mac && metaKey) return 'Meta+'
  return `${mod ? 'Mod+' : ''}${ctrl ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}`
}

/** The chords that a press may mean, the likeliest first; none for a key that is only held. */
export function chordsOf(press: Press, mac: boolean): readonly Chord[] {
  const { code, key, shiftKey } = press
  if (key === '' || silentKeys.test(key)) return []
  const before = modifiers(press, mac)
  const shift = shiftKey ? 'Shift+' : ''
  if (key === ' ') return [`${before}${shift}Space`]
  if (key.length > 1) return [`${before}${shift}${key}`]
  const isPlain = /^[!-~]$/.test(key)
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  const digit = /^Digit([0-9])$/.exec(code)?.[1]
  const sign = signsByCode[code]
  const found = [
    /^[a-z0-9]$/i.test(key) ? `${before}${shift}${key.toUpperCase()}` : `${before}${key}`,
    // another alphabet, or an input method: the place of the key says which letter is meant
    ...(letter !== undefined && !isPlain ? [`${before}${shift}${letter}`] : []),
    ...(digit !== undefined ? [`${before}${shift}${digit}`] : []),
    ...(sign !== undefined ? [`${before}${shift}${sign}`] : []),
  ]
  return [...new Set(found)]
}

/**
 * The chord that a press gives a shortcut of a place; undefined for a key that is only held. The system is told global ones
 * in ASCII: Option and A type `å` on a Mac and mean Alt+A there, as Ctrl and Ф mean Ctrl+A under a Cyrillic alphabet.
 */
export function askedChord(press: Press, place: ShortcutPlace, mac: boolean): Chord | undefined {
  const isGlobal = place === 'global'
  // a key that begins an accent has no sign of its own, but a place
  const chords = chordsOf(isGlobal && press.key === 'Dead' ? { ...press, key: '\u00b4' } : press, mac)
  return (isGlobal ? chords.find(isAscii) : undefined) ?? chords[0]
}

function isAscii(chord: Chord): boolean {
  return /^[!-~]+$/.test(chord)
}

/**
 * The chords of a shortcut; none where the user took them away. A chord that cannot be one, which only a file can hold,
 * counts as not changed.
 */
export function chordsFor(id: ShortcutId, own: OwnShortcuts): readonly Chord[] {
  const chord = Object.hasOwn(own, id) ? own[id] : undefined
  const { chords, place } = shortcutTable[id]
  if (chord === '') return []
  return chord === undefined || chordProblem(chord, place) !== null ? chords : [chord]
}

/** The shortcut of these places that a press means; null for none. A chord of the first place wins. */
export function shortcutOf(
  press: Press,
  places: readonly ShortcutPlace[],
  { mac, own }: { readonly mac: boolean; readonly own: OwnShortcuts },
): ShortcutId | null {
  for (const chord of chordsOf(press, mac))
    for (const place of places) {
      const found = shortcutIds.find((id) => shortcutTable[id].place === place && chordsFor(id, own).includes(chord))
      if (found !== undefined) return found
    }
  return null
}

/** Returns true if two places can hear the same press. */
function meet(one: ShortcutPlace, other: ShortcutPlace): boolean {
  return one === other || [one, other].some((place) => place === 'global' || place === 'window')
}

/** The shortcuts that already have a chord where `id` is heard. */
export function clashesWith(id: ShortcutId, chord: Chord, own: OwnShortcuts): readonly ShortcutId[] {
  const { place } = shortcutTable[id]
  return shortcutIds.filter(
    (other) => other !== id && meet(shortcutTable[other].place, place) && chordsFor(other, own).includes(chord),
  )
}

/**
 * Why a chord cannot be a shortcut: it types, it has its meaning everywhere, the system takes it, or no system knows it by
 * that sign.
 */
export type ChordProblem = 'types' | 'fixed' | 'system' | 'foreign'

const fixedChords = new Set<Chord>([
  ...['Enter', 'Escape', 'Tab', 'Shift+Tab', 'Backspace', 'Delete', 'Mod+Enter', 'Shift+Enter', 'Mod+Shift+Enter'],
  ...['ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'ContextMenu', 'Shift+F10'],
  ...['Mod+A', 'Mod+C', 'Mod+V', 'Mod+X', 'Mod+Z', 'Mod+Shift+Z', 'Mod+Y', 'Mod+Shift+V', 'Mod+Shift+M', 'Mod+ArrowUp'],
  ...['Mod++', 'Mod+=', 'Mod+-', 'Mod+0'],
])
const systemChords = new Set<Chord>([
  ...['Mod+Q', 'Mod+W', 'Mod+H', 'Mod+T', 'Mod+Shift+N', 'Mod+Shift+T', 'Mod+Shift+W', 'Mod+Tab', 'Alt+Tab', 'Alt+F4'],
  ...['Alt+Space', 'F11', 'F12', 'F5', 'Mod+R', 'Mod+Shift+R', 'Mod+Shift+I', 'Mod+Space', 'Ctrl+Space', 'Mod+L'],
])

/** Why a chord cannot be the shortcut of a place; null where it can. */
export function chordProblem(chord: Chord, place: ShortcutPlace): ChordProblem | null {
  if (fixedChords.has(chord)) return 'fixed'
  if (systemChords.has(chord) || chord.startsWith('Meta+')) return 'system'
  if (place === 'global' && !isAscii(chord)) return 'foreign'
  // what types a character, also with Ctrl and Alt together, which is AltGr
  const isBare = !/^(Mod|Ctrl|Alt)\+./.test(chord) && !/^(Shift\+)?F\d{1,2}$/.test(chord)
  const isTypist = place === 'global' || place === 'window' || place === 'chat'
  if (isBare && isTypist) return 'types'
  return /^Mod\+Alt\+(Shift\+)?.$/.test(chord) ? 'types' : null
}

/** What the user changed, without what is as in a new installation and what is no shortcut. */
export function tidied(own: OwnShortcuts): OwnShortcuts {
  return Object.fromEntries(
    Object.entries(own).filter(([id, chord]) => isShortcutId(id) && shortcutTable[id].chords.join() !== chord),
  )
}

/** Gives a shortcut a chord, which others that would hear it lose. An empty chord takes it away. */
export function withChord(own: OwnShortcuts, id: ShortcutId, chord: Chord): OwnShortcuts {
  const clashing = chord === '' ? [] : clashesWith(id, chord, own)
  const without = clashing.map((other) => [other, chordsFor(other, own).find((one) => one !== chord) ?? ''] as const)
  return tidied({ ...own, ...Object.fromEntries(without), [id]: chord })
}

/** Gives a shortcut back the chords of a new installation; others that have one of them lose it. */
export function withDefault(own: OwnShortcuts, id: ShortcutId): OwnShortcuts {
  const { [id]: _, ...rest } = own
  const clashing = shortcutTable[id].chords.flatMap((chord) =>
    clashesWith(id, chord, rest).map((other) => [other, chordsFor(other, rest).find((one) => one !== chord) ?? '']),
  )
  return tidied({ ...rest, ...Object.fromEntries(clashing) })
}
