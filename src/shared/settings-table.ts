import { imageKindIds } from './image-kinds.ts'
import { videoMeanings } from './video-words.ts'

// Without schemas, as the page reads it at run time: `settings.ts` makes the schemas of it.

/** A few values, each with the key of its words, or with a name of its `own` that is the same in every language. */
interface ChoiceField {
  readonly kind: 'choice'
  readonly options: readonly { readonly value: string; readonly words: string; readonly own?: string | null }[]
}

/** A whole number between two bounds, both included. */
interface NumberField {
  readonly kind: 'number'
  readonly min: number
  readonly max: number
  /** How far one press of an arrow goes; 1 where it is left out. */
  readonly step?: number
}

interface SwitchField {
  readonly kind: 'switch'
}

/** A table of the person's own: values by key, where the key has at most `keyMax` UTF-16 units. */
interface OwnTableField {
  readonly kind: 'own-table'
  readonly keyMax: number
  readonly values: readonly string[] | { readonly min: number; readonly max: number }
}

/** One setting. */
export type SettingField = (ChoiceField | NumberField | SwitchField | OwnTableField) & {
  /** What a new installation starts with. */
  readonly initial: unknown
  /** The page of the settings that shows it; null where it is set where it is used. */
  readonly page: 'appearance' | 'chat' | 'images' | 'transcription' | 'videos' | 'backup' | null
  /** Keys of its name and of the sentence below it; null where other words stand there. */
  readonly label: string | null
  readonly hint: string | null
}

/** Everything a person can set that is not a connection: the one place to add a setting. */
export const settingsTable = {
  language: {
    kind: 'choice',
    options: [
      { value: 'system', words: 'settings.languageSystem', own: null },
      { value: 'en', words: 'settings.languageSystem', own: 'English' },
      { value: 'zh-CN', words: 'settings.languageSystem', own: '简体中文' },
    ],
    initial: 'system',
    page: 'appearance',
    label: 'settings.language',
    hint: null,
  },
  theme: {
    kind: 'choice',
    options: [
      { value: 'system', words: 'settings.themeSystem' },
      { value: 'light', words: 'settings.themeLight' },
      { value: 'dark', words: 'settings.themeDark' },
    ],
    initial: 'system',
    page: 'appearance',
    label: 'settings.theme',
    hint: null,
  },
  /** Which key sends a message; the other one breaks the line. */
  sendWith: {
    kind: 'choice',
    options: [
      { value: 'enter', words: 'settings.sendEnter' },
      { value: 'mod-enter', words: 'settings.sendMod' },
    ],
    initial: 'enter',
    page: 'chat',
    label: 'settings.sendWith',
    hint: 'settings.sendWithHint',
  },
  /** Silence after which a stream counts as stalled, in seconds. */
  stallSeconds: {
    kind: 'number',
    min: 5,
    max: 600,
    step: 5,
    initial: 60,
    page: 'chat',
    label: 'settings.stall',
    hint: 'settings.stallHint',
  },
  /** Whether answers are streamed (`stream: true`) or come in one piece. */
  stream: { kind: 'switch', initial: true, page: 'chat', label: 'settings.stream', hint: 'settings.streamHint' },
  /** Size of the text people read, relative to the interface. */
  textSize: {
    kind: 'choice',
    options: [
      { value: 'small', words: 'settings.textSmall' },
      { value: 'normal', words: 'settings.textNormal' },
      { value: 'large', words: 'settings.textLarge' },
    ],
    initial: 'normal',
    page: 'appearance',
    label: 'settings.textSize',
    hint: 'settings.textSizeHint',
  },
  /** Whether the system checks spelling as you type (Electron, where the system has a checker). */
  spellCheck: {
    kind: 'switch',
    initial: true,
    page: 'appearance',
    label: 'settings.spelling',
    hint: 'settings.spellingHint',
  },
  /** How many image requests are out at the same time at most. */
  imagesAtOnce: {
    kind: 'number',
    min: 1,
    max: 8,
    initial: 2,
    page: 'images',
    label: 'settings.imagesAtOnce',
    hint: 'settings.imagesAtOnceHint',
  },
  /** The largest picture that is sent to be edited, in MiB of PNG. */
  imageSourceMegabytes: {
    kind: 'number',
    min: 1,
    max: 100,
    initial: 20,
    page: 'images',
    label: 'settings.imageSource',
    hint: 'settings.imageSourceHint',
  },
  /** How many recordings are transcribed at the same time at most. */
  transcriptionsAtOnce: {
    kind: 'number',
    min: 1,
    max: 8,
    initial: 2,
    page: 'transcription',
    label: 'settings.transcriptionsAtOnce',
    hint: 'settings.transcriptionsAtOnceHint',
  },
  /** A recording over this is cut into pieces, in MiB. */
  pieceMegabytes: {
    kind: 'number',
    min: 1,
    max: 200,
    initial: 24,
    page: 'transcription',
    label: 'settings.piece',
    hint: 'settings.pieceHint',
  },
  /** Whether recordings are copied into the library, or read from where they are: only files that have a place on this computer can be. */
  recordingFiles: {
    kind: 'choice',
    options: [
      { value: 'copy', words: 'settings.recordingsCopy' },
      { value: 'refer', words: 'settings.recordingsRefer' },
    ],
    initial: 'copy',
    page: 'transcription',
    label: 'settings.recordings',
    hint: 'settings.recordingsHint',
  },
  /** Which kind of image model a model is, where the person knows better than `image-kinds.ts`. */
  imageKindOf: {
    kind: 'own-table',
    keyMax: 300,
    values: imageKindIds,
    initial: {},
    page: null,
    label: null,
    hint: null,
  },
  /** How many videos are with the gateway at the same time at most. */
  videosAtOnce: {
    kind: 'number',
    min: 1,
    max: 20,
    initial: 3,
    page: 'videos',
    label: 'settings.videosAtOnce',
    hint: 'settings.videosAtOnceHint',
  },
  /** How often the gateway is asked for videos at most, over all of them, in a minute. */
  videoPollsPerMinute: {
    kind: 'number',
    min: 1,
    max: 120,
    initial: 30,
    page: 'videos',
    label: 'settings.videoPolls',
    hint: 'settings.videoPollsHint',
  },
  /** What a second of video costs, in yuan, by model without its orientation: as the person entered it. */
  videoPriceOf: {
    kind: 'own-table',
    keyMax: 300,
    values: { min: 0, max: 100_000 },
    initial: {},
    page: 'videos',
    label: null,
    hint: null,
  },
  /** What status words mean, where the person knows better than `video-words.ts`; by folded word. */
  videoWordOf: {
    kind: 'own-table',
    keyMax: 100,
    values: videoMeanings,
    initial: {},
    page: 'videos',
    label: null,
    hint: null,
  },
  /** Whether the system notifies when a video has ended. */
  videoNotifications: {
    kind: 'switch',
    initial: true,
    page: 'videos',
    label: 'settings.videoNotifications',
    hint: 'settings.videoNotificationsHint',
  },
  /** How often a backup is made by itself. */
  backupEvery: {
    kind: 'choice',
    options: [
      { value: 'off', words: 'backup.everyOff' },
      { value: 'day', words: 'backup.everyDay' },
      { value: 'week', words: 'backup.everyWeek' },
    ],
    initial: 'day',
    page: 'backup',
    label: 'backup.every',
    hint: null,
  },
  /** How many of the backups that were made by themselves are kept. */
  backupKeep: {
    kind: 'number',
    min: 1,
    max: 60,
    initial: 7,
    page: 'backup',
    label: 'backup.keep',
    hint: 'backup.keepHint',
  },
  /** How much they may take together, in GB (10^9 bytes); the newest is kept whatever it takes. */
  backupGigabytes: {
    kind: 'number',
    min: 1,
    max: 10_000,
    initial: 50,
    page: 'backup',
    label: 'backup.room',
    hint: 'backup.roomHint',
  },
} as const satisfies Readonly<Record<string, SettingField>>

type Table = typeof settingsTable

/** The value that a field holds. */
type ValueOf<F> = F extends { readonly kind: 'choice'; readonly options: readonly { readonly value: infer V }[] }
  ? V
  : F extends { readonly kind: 'number' }
    ? number
    : F extends { readonly kind: 'switch' }
      ? boolean
      : F extends { readonly kind: 'own-table'; readonly values: readonly (infer V)[] }
        ? Record<string, V>
        : Record<string, number>

export type Settings = { readonly [K in keyof Table]: ValueOf<Table[K]> }

/** A change to some settings; what is undefined asks for none. */
export type SettingsPatch = { readonly [K in keyof Settings]?: Settings[K] | undefined }

/** The settings of one kind. */
export type SettingOf<Kind extends SettingField['kind']> = {
  [K in keyof Table]: Table[K] extends { readonly kind: Kind } ? K : never
}[keyof Table]

/** The settings after a change. Values are not checked. */
export function withPatch(before: Settings, patch: SettingsPatch): Settings {
  return { ...before, ...given(patch) }
}

// the overload tells what leaving out the undefined ones makes of the type
function given<T extends object>(patch: T): { [K in keyof T]: Exclude<T[K], undefined> }
function given(patch: object): object {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}
