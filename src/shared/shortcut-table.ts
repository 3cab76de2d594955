/**
 * Scope of a shortcut: every program (Electron), the whole window, or one view. Views are never open together, so they
 * may use the same keys.
 */
export type ShortcutPlace = 'global' | 'window' | 'chat' | 'transcript' | 'player' | 'picture'

interface ShortcutEntry {
  readonly place: ShortcutPlace
  /** Default chords (`shortcut.ts`). */
  readonly chords: readonly string[]
}

function inPlace<Id extends string>(
  place: ShortcutPlace,
  entries: Readonly<Record<Id, readonly string[]>>,
): { readonly [K in Id]: ShortcutEntry }
function inPlace(place: ShortcutPlace, entries: Readonly<Record<string, readonly string[]>>) {
  return Object.fromEntries(Object.entries(entries).map(([id, chords]) => [id, { place, chords }]))
}

/**
 * Every configurable shortcut, in the order of the settings page. Keys of lists, fields, dialogs and the mask editor
 * are fixed.
 */
export const shortcutTable = {
  ...inPlace('global', { quick: [] }),
  ...inPlace('window', {
    palette: ['Mod+K'],
    new: ['Mod+N'],
    newTemporary: ['Mod+Shift+E'],
    chooseModel: ['Mod+M'],
    searchHistory: ['Mod+Shift+F'],
    settings: ['Mod+,'],
    chat: ['Mod+1'],
    images: ['Mod+2'],
    transcription: ['Mod+3'],
    videos: ['Mod+4'],
    history: ['Mod+5'],
    library: ['Mod+6'],
  }),
  ...inPlace('chat', {
    toggleList: ['Mod+\\'],
    findInChat: ['Mod+F'],
    questions: ['Mod+J'],
    previousQuestion: ['Alt+ArrowUp'],
    nextQuestion: ['Alt+ArrowDown'],
    quote: ['Mod+Shift+.'],
    readAloud: ['Mod+Shift+L'],
    dictate: ['Mod+Shift+D'],
    saveChat: ['Mod+S'],
    copyAnswer: ['Mod+Shift+C'],
  }),
  ...inPlace('transcript', {
    playRecording: ['Space', 'K'],
    recordingBack: ['J', 'ArrowLeft'],
    recordingOn: ['L', 'ArrowRight'],
    recordingSlower: ['<'],
    recordingFaster: ['>'],
    segmentStart: ['Alt+['],
    segmentEnd: ['Alt+]'],
    findInTranscript: ['Mod+F'],
    renameTranscript: ['F2'],
  }),
  ...inPlace('player', {
    playVideo: ['Space'],
    frameBack: [','],
    frameOn: ['.'],
    videoSlower: ['<'],
    videoFaster: ['>'],
    mute: ['M'],
    loop: ['L'],
    videoFullScreen: ['F'],
  }),
  ...inPlace('picture', {
    pictureFullScreen: ['F'],
    pictureEdit: ['E'],
    pictureVary: ['V'],
    pictureOrigin: ['B'],
    pictureDetails: ['I'],
    pictureLarger: ['+', '='],
    pictureSmaller: ['-', '−'],
    pictureFits: ['0'],
    pictureActual: ['1'],
  }),
} as const satisfies Readonly<Record<string, ShortcutEntry>>

export type ShortcutId = keyof typeof shortcutTable

/** Ids of all shortcuts, in the order of the settings page. */
export const shortcutIds: readonly ShortcutId[] = Object.keys(shortcutTable).filter(isShortcutId)

export function isShortcutId(id: string): id is ShortcutId {
  return Object.hasOwn(shortcutTable, id)
}

/** Longest stored chord, in UTF-16 units. */
export const chordMax = 40
