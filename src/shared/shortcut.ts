import { isShortcutId, type ShortcutId, type ShortcutPlace, shortcutIds, shortcutTable } from './shortcut-table.ts'

/**
 * Keys pressed together, such as `Mod+Shift+F`, `Alt+ArrowUp`, `Space` or `>`. `Mod` is ⌘ on a Mac and Ctrl elsewhere;
 * `Ctrl` is the Control key of a Mac. Letters are upper case. Other characters are written literally, however the
 * keyboard types them, so Shift appears only with letters, digits and named keys.
 */
export type Chord = string

/** The user's changes: a chord by the id of its shortcut; an empty one removes it. */
export type OwnShortcuts = Readonly<Record<string, string>>

/** A key press, as reported by the page or Electron. */
export interface Press {
  readonly key: string
  /** The position of the key on the keyboard (`KeyboardEvent.code`). */
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** Modifier keys, and keys that an input method has handled. */
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

/** Returns the chords that a press may mean, most likely first; none for a modifier key alone. */
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
    // another alphabet, or an input method: the position of the key identifies the letter
    ...(letter !== undefined && !isPlain ? [`${before}${shift}${letter}`] : []),
    ...(digit !== undefined ? [`${before}${shift}${digit}`] : []),
    ...(sign !== undefined ? [`${before}${shift}${sign}`] : []),
  ]
  return [...new Set(found)]
}

/**
 * Returns the chord to record for a shortcut of a scope; undefined for a modifier key alone. Global shortcuts are
 * registered in ASCII: Option+A types `å` on a Mac but means Alt+A there, as Ctrl+Ф means Ctrl+A in a Cyrillic layout.
 */
export function askedChord(press: Press, place: ShortcutPlace, mac: boolean): Chord | undefined {
  const isGlobal = place === 'global'
  // a dead key has no character, only a position
  const chords = chordsOf(isGlobal && press.key === 'Dead' ? { ...press, key: '\u00b4' } : press, mac)
  return (isGlobal ? chords.find(isAscii) : undefined) ?? chords[0]
}

function isAscii(chord: Chord): boolean {
  return /^[!-~]+$/.test(chord)
}

/**
 * Returns the chords of a shortcut; none if the user removed them. An invalid chord, which only a file can contain,
 * counts as unchanged.
 */
export function chordsFor(id: ShortcutId, own: OwnShortcuts): readonly Chord[] {
  const chord = Object.hasOwn(own, id) ? own[id] : undefined
  const { chords, place } = shortcutTable[id]
  if (chord === '') return []
  return chord === undefined || chordProblem(chord, place) !== null ? chords : [chord]
}

/** Returns the shortcut in these scopes that a press triggers; null for none. A chord of the first scope wins. */
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

/** Returns true if two scopes can receive the same press. */
function meet(one: ShortcutPlace, other: ShortcutPlace): boolean {
  return one === other || [one, other].some((place) => place === 'global' || place === 'window')
}

/** Returns the shortcuts that already use a chord in the scope of `id`. */
export function clashesWith(id: ShortcutId, chord: Chord, own: OwnShortcuts): readonly ShortcutId[] {
  const { place } = shortcutTable[id]
  return shortcutIds.filter(
    (other) => other !== id && meet(shortcutTable[other].place, place) && chordsFor(other, own).includes(chord),
  )
}

/**
 * Why a chord is not allowed: it types text, it has a fixed meaning, the system uses it, or no system recognises its
 * character.
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

/** Returns why a chord cannot be a shortcut in a scope; null if it can. */
export function chordProblem(chord: Chord, place: ShortcutPlace): ChordProblem | null {
  if (fixedChords.has(chord)) return 'fixed'
  if (systemChords.has(chord) || chord.startsWith('Meta+')) return 'system'
  if (place === 'global' && !isAscii(chord)) return 'foreign'
  // chords that type a character, also with Ctrl and Alt together, which is AltGr
  const isBare = !/^(Mod|Ctrl|Alt)\+./.test(chord) && !/^(Shift\+)?F\d{1,2}$/.test(chord)
  const isTypist = place === 'global' || place === 'window' || place === 'chat'
  if (isBare && isTypist) return 'types'
  return /^Mod\+Alt\+(Shift\+)?.$/.test(chord) ? 'types' : null
}

/** Drops overrides that equal the default or name no known shortcut. */
export function tidied(own: OwnShortcuts): OwnShortcuts {
  return Object.fromEntries(
    Object.entries(own).filter(([id, chord]) => isShortcutId(id) && shortcutTable[id].chords.join() !== chord),
  )
}

/** Assigns a chord to a shortcut, and removes it from clashing ones. An empty chord removes the shortcut. */
export function withChord(own: OwnShortcuts, id: ShortcutId, chord: Chord): OwnShortcuts {
  const clashing = chord === '' ? [] : clashesWith(id, chord, own)
  const without = clashing.map((other) => [other, chordsFor(other, own).find((one) => one !== chord) ?? ''] as const)
  return tidied({ ...own, ...Object.fromEntries(without), [id]: chord })
}

/** Restores the default chords of a shortcut, and removes them from clashing ones. */
export function withDefault(own: OwnShortcuts, id: ShortcutId): OwnShortcuts {
  const { [id]: _, ...rest } = own
  const clashing = shortcutTable[id].chords.flatMap((chord) =>
    clashesWith(id, chord, rest).map((other) => [other, chordsFor(other, rest).find((one) => one !== chord) ?? '']),
  )
  return tidied({ ...rest, ...Object.fromEntries(clashing) })
}
