import { windowMax } from './context-limits.ts'
import { imageKindIds } from './image-kinds.ts'
import { chordMax } from './shortcut-table.ts'
import { videoMeanings } from './video-words.ts'

// No schemas here, because the page reads this table at run time; `settings.ts` derives the schemas.

/**
 * A choice of a few values. Each has the locale key of its label, or an `own` name that is the same in every language.
 */
interface ChoiceField {
  readonly kind: 'choice'
  readonly options: readonly { readonly value: string; readonly words: string; readonly own?: string | null }[]
}

/** A number between two inclusive limits; an integer unless it has decimals. */
interface NumberField {
  readonly kind: 'number'
  /** Digits after the decimal point; absent for none. */
  readonly decimals?: number
  readonly min: number
  readonly max: number
  /** Step of an arrow key; absent means 1. */
  readonly step?: number
}

interface SwitchField {
  readonly kind: 'switch'
}

/** A table that the user fills: values by key of at most `keyMax` UTF-16 units. */
interface OwnTableField {
  readonly kind: 'own-table'
  readonly keyMax: number
  readonly values: readonly string[] | { readonly min: number; readonly max: number } | { readonly textMax: number }
}

/** One setting. */
export type SettingField = (ChoiceField | NumberField | SwitchField | OwnTableField) & {
  /** Value in a new installation. */
  readonly initial: unknown
  /** The settings page that shows it; null when it is set elsewhere in the app. */
  readonly page:
    | 'appearance'
    | 'chat'
    | 'images'
    | 'transcription'
    | 'videos'
    | 'backup'
    | 'spending'
    | 'updates'
    | null
  /** Locale keys of its name and of the hint below; null if it needs other texts. */
  readonly label: string | null
  readonly hint: string | null
}

/** Every setting except connections; add new settings only here. */
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
  /** The key that sends a message; the other one inserts a line break. */
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
  /** Seconds of silence after which a stream counts as stalled. */
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
  /** True if answers are streamed (`stream: true`); false if they arrive whole. */
  stream: { kind: 'switch', initial: true, page: 'chat', label: 'settings.stream', hint: 'settings.streamHint' },
  /** True if a single line break in an answer begins a new line. In the user's messages it always does. */
  answerLines: {
    kind: 'switch',
    initial: false,
    page: 'chat',
    label: 'settings.answerLines',
    hint: 'settings.answerLinesHint',
  },
  /** Speed at which answers are read aloud. */
  readAloudSpeed: {
    kind: 'choice',
    options: [
      { value: '0.75', words: 'settings.readAloudSpeed', own: '0.75×' },
      { value: '1', words: 'settings.readAloudSpeed', own: '1×' },
      { value: '1.25', words: 'settings.readAloudSpeed', own: '1.25×' },
      { value: '1.5', words: 'settings.readAloudSpeed', own: '1.5×' },
      { value: '2', words: 'settings.readAloudSpeed', own: '2×' },
    ],
    initial: '1',
    page: 'chat',
    label: 'settings.readAloudSpeed',
    hint: null,
  },
  /** The language that a system voice reads, by the voice's URI. */
  readAloudVoice: {
    kind: 'own-table',
    keyMax: 500,
    values: ['zh', 'en'],
    initial: {},
    page: 'chat',
    label: null,
    hint: null,
  },
  /** Text size of messages and transcripts, relative to the interface. */
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
  /** Width of the column of messages. */
  readingWidth: {
    kind: 'choice',
    options: [
      { value: 'normal', words: 'settings.widthNormal' },
      { value: 'wide', words: 'settings.widthWide' },
      { value: 'full', words: 'settings.widthFull' },
    ],
    initial: 'normal',
    page: 'appearance',
    label: 'settings.readingWidth',
    hint: 'settings.readingWidthHint',
  },
  /** Font of messages. */
  readingFont: {
    kind: 'choice',
    options: [
      { value: 'system', words: 'settings.fontSystem' },
      { value: 'serif', words: 'settings.fontSerif' },
    ],
    initial: 'system',
    page: 'appearance',
    label: 'settings.readingFont',
    hint: null,
  },
  /** True if spelling is checked while typing (Electron, if the system has a checker). */
  spellCheck: {
    kind: 'switch',
    initial: true,
    page: 'appearance',
    label: 'settings.spelling',
    hint: 'settings.spellingHint',
  },
  /** Most image requests at the same time. */
  imagesAtOnce: {
    kind: 'number',
    min: 1,
    max: 8,
    initial: 2,
    page: 'images',
    label: 'settings.imagesAtOnce',
    hint: 'settings.imagesAtOnceHint',
  },
  /** Largest picture that is sent for an edit, in MiB. */
  imageSourceMegabytes: {
    kind: 'number',
    min: 1,
    max: 100,
    initial: 20,
    page: 'images',
    label: 'settings.imageSource',
    hint: 'settings.imageSourceHint',
  },
  /** Most recordings transcribed at the same time. */
  transcriptionsAtOnce: {
    kind: 'number',
    min: 1,
    max: 8,
    initial: 2,
    page: 'transcription',
    label: 'settings.transcriptionsAtOnce',
    hint: 'settings.transcriptionsAtOnceHint',
  },
  /** Size above which a recording is cut into pieces, in MiB. */
  pieceMegabytes: {
    kind: 'number',
    min: 1,
    max: 200,
    initial: 24,
    page: 'transcription',
    label: 'settings.piece',
    hint: 'settings.pieceHint',
  },
  /**
   * `copy` puts recordings into the library; `refer` reads them in place, which only files with a path on this computer
   * allow.
   */
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
  /** True if history search also uses meaning. */
  searchByMeaning: { kind: 'switch', initial: false, page: null, label: null, hint: null },
  /** The user's own kinds of image models; they override `image-kinds.ts`. */
  imageKindOf: {
    kind: 'own-table',
    keyMax: 300,
    values: imageKindIds,
    initial: {},
    page: null,
    label: null,
    hint: null,
  },
  /** True if queues are paused, so that none starts a paid request. */
  queuesPaused: { kind: 'switch', initial: false, page: null, label: null, hint: null },
  /** Most videos at the gateway at the same time. */
  videosAtOnce: {
    kind: 'number',
    min: 1,
    max: 20,
    initial: 3,
    page: 'videos',
    label: 'settings.videosAtOnce',
    hint: 'settings.videosAtOnceHint',
  },
  /** Most status requests per minute, over all videos. */
  videoPollsPerMinute: {
    kind: 'number',
    min: 1,
    max: 120,
    initial: 30,
    page: 'videos',
    label: 'settings.videoPolls',
    hint: 'settings.videoPollsHint',
  },
  /** Price of a second of video in yuan, by model without its orientation, as the user entered it. */
  videoPriceOf: {
    kind: 'own-table',
    keyMax: 300,
    values: { min: 0, max: 100_000 },
    initial: {},
    page: 'videos',
    label: null,
    hint: null,
  },
  /** Context window in tokens, by model, as entered by the user. */
  modelWindowOf: {
    kind: 'own-table',
    keyMax: 300,
    values: { min: 1, max: windowMax },
    initial: {},
    page: null,
    label: null,
    hint: null,
  },
  /** Abilities of models as stated by the user: `yes` or `no` by ability and model (`model-abilities.ts`). */
  modelAbilityOf: {
    kind: 'own-table',
    keyMax: 310,
    values: ['yes', 'no'],
    initial: {},
    page: null,
    label: null,
    hint: null,
  },
  /** The user's own meanings of status words, by folded word; they override `video-words.ts`. */
  videoWordOf: {
    kind: 'own-table',
    keyMax: 100,
    values: videoMeanings,
    initial: {},
    page: 'videos',
    label: null,
    hint: null,
  },
  /** True if the system shows a notification when a video has ended. */
  videoNotifications: {
    kind: 'switch',
    initial: true,
    page: 'videos',
    label: 'settings.videoNotifications',
    hint: 'settings.videoNotificationsHint',
  },
  /** How often an automatic backup is made. */
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
  /** How many automatic backups are kept. */
  backupKeep: {
    kind: 'number',
    min: 1,
    max: 60,
    initial: 7,
    page: 'backup',
    label: 'backup.keep',
    hint: 'backup.keepHint',
  },
  /** Most disk space for automatic backups, in GB (10^9 bytes); the newest is kept even beyond it. */
  backupGigabytes: {
    kind: 'number',
    min: 1,
    max: 10_000,
    initial: 50,
    page: 'backup',
    label: 'backup.room',
    hint: 'backup.roomHint',
  },
  /** When models were marked as favourites, ms since 1970, by their ids. */
  favouriteModels: {
    kind: 'own-table',
    keyMax: 300,
    values: { min: 0, max: 8_640_000_000_000_000 },
    initial: {},
    page: null,
    label: null,
    hint: null,
  },
  /** When models were last chosen, ms since 1970, by their ids. */
  usedModels: {
    kind: 'own-table',
    keyMax: 300,
    values: { min: 0, max: 8_640_000_000_000_000 },
    initial: {},
    page: null,
    label: null,
    hint: null,
  },
  /** The model for new chats, by its connection. Only the first entry counts; none follows the last chat. */
  defaultModelOf: {
    kind: 'own-table',
    keyMax: 100,
    values: { textMax: 300 },
    initial: {},
    page: 'chat',
    label: 'settings.defaultModel',
    hint: 'settings.defaultModelHint',
  },
  /** Instructions and parameters of new chats, as texts by their names (`new-chat-parameters.ts`). */
  newChat: {
    kind: 'own-table',
    keyMax: 40,
    values: { textMax: 20_000 },
    initial: {},
    page: 'chat',
    label: 'settings.newChatSystem',
    hint: 'settings.newChatSystemHint',
  },
  /** True if a new chat keeps the tools and knowledge of the one before. */
  newChatKeeps: {
    kind: 'switch',
    initial: false,
    page: 'chat',
    label: 'settings.newChatKeeps',
    hint: 'settings.newChatKeepsHint',
  },
  /**
   * When a gateway last answered that a model does not exist, ms since 1970, by connection and model
   * (`refused-models.ts`).
   */
  refusedModels: {
    kind: 'own-table',
    keyMax: 401,
    values: { min: 0, max: 8_640_000_000_000_000 },
    initial: {},
    page: null,
    label: null,
    hint: null,
  },
  /** Shortcuts that the user changed, by their ids; an empty one removes the shortcut (`shortcut-table.ts`). */
  shortcuts: {
    kind: 'own-table',
    keyMax: 40,
    values: { textMax: chordMax },
    initial: {},
    page: null,
    label: null,
    hint: null,
  },
  /** True if the desktop shell has an icon in the tray or menu bar. Closing its window then only hides it there. */
  tray: { kind: 'switch', initial: false, page: 'appearance', label: 'settings.tray', hint: 'settings.trayHint' },
  closeToTray: {
    kind: 'switch',
    initial: false,
    page: 'appearance',
    label: 'settings.closeToTray',
    hint: 'settings.closeToTrayHint',
  },
  /** True if the system starts the desktop shell when the user logs in, and whether only its icon is shown then. */
  startAtLogin: { kind: 'switch', initial: false, page: 'appearance', label: 'settings.startAtLogin', hint: null },
  startHidden: {
    kind: 'switch',
    initial: false,
    page: 'appearance',
    label: 'settings.startHidden',
    hint: 'settings.startHiddenHint',
  },
  /** Where the desktop shell lists recent chats: in its own menu, or also in the dock's menu and the taskbar's list. */
  recentChats: {
    kind: 'choice',
    options: [
      { value: 'off', words: 'settings.recentOff' },
      { value: 'menu', words: 'settings.recentMenu' },
      { value: 'system', words: 'settings.recentSystem' },
    ],
    initial: 'menu',
    page: 'appearance',
    label: 'settings.recentChats',
    hint: 'settings.recentChatsHint',
  },
  /** True if the desktop shell's window stays above others. */
  alwaysOnTop: { kind: 'switch', initial: false, page: 'appearance', label: 'settings.alwaysOnTop', hint: null },
  /** Checks for updates and their channel, and the installation of a downloaded one at quit. */
  updateChecks: {
    kind: 'switch',
    initial: true,
    page: 'updates',
    label: 'updates.checks',
    hint: 'updates.checksHint',
  },
  updateChannel: {
    kind: 'choice',
    options: [
      { value: 'stable', words: 'updates.stable' },
      { value: 'beta', words: 'updates.beta' },
    ],
    initial: 'stable',
    page: 'updates',
    label: 'updates.channel',
    hint: 'updates.channelHint',
  },
  updateAtQuit: {
    kind: 'switch',
    initial: true,
    page: 'updates',
    label: 'updates.atQuit',
    hint: 'updates.atQuitHint',
  },
  /** Wrapping of long lines of code, and numbers of lines. */
  codeWrap: { kind: 'switch', initial: false, page: null, label: null, hint: null },
  codeNumbers: { kind: 'switch', initial: false, page: null, label: null, hint: null },
  /** True if the chat list is hidden in layouts that show it next to the chat. */
  chatListFolded: { kind: 'switch', initial: false, page: null, label: null, hint: null },
  /** Least width of a picture in the gallery, in px. */
  imageTileSize: {
    kind: 'number',
    min: 120,
    max: 300,
    initial: 180,
    page: null,
    label: 'images.tileSize',
    hint: 'images.tileSize',
  },
  /** Shows pictures and videos in the history as tiles, if the filter shows nothing else. */
  historyTiles: { kind: 'switch', initial: true, page: null, label: null, hint: null },
  /** Hides the details of the shown image. */
  imageDetailsHidden: { kind: 'switch', initial: false, page: null, label: null, hint: null },
  /** Width of the preview next to a chat, in px. */
  previewWidth: {
    kind: 'number',
    min: 320,
    max: 1600,
    initial: 480,
    page: null,
    label: 'blocks.preview.width',
    hint: 'blocks.preview.width',
  },
  /** The period of the budget. */
  budgetPeriod: {
    kind: 'choice',
    options: [
      { value: 'off', words: 'money.budgetOff' },
      { value: 'day', words: 'money.budgetDay' },
      { value: 'month', words: 'money.budgetMonth' },
    ],
    initial: 'off',
    page: 'spending',
    label: 'money.budget',
    hint: 'money.budgetHint',
  },
  budgetCurrency: {
    kind: 'choice',
    options: [
      { value: 'CNY', words: 'money.cny' },
      { value: 'USD', words: 'money.usd' },
    ],
    initial: 'CNY',
    page: 'spending',
    label: 'money.budgetCurrency',
    hint: null,
  },
  /** The budget in units of its currency. */
  budgetAmount: {
    kind: 'number',
    decimals: 2,
    min: 0.01,
    max: 1_000_000,
    initial: 100,
    page: 'spending',
    label: 'money.budgetAmount',
    hint: 'money.budgetAmountHint',
  },
  /** True if sending a message requires confirmation once the budget is used up. */
  budgetAsks: {
    kind: 'switch',
    initial: false,
    page: 'spending',
    label: 'money.budgetAsks',
    hint: 'money.budgetAsksHint',
  },
} as const satisfies Readonly<Record<string, SettingField>>

type Table = typeof settingsTable

/** The value type of a field. */
type ValueOf<F> = F extends { readonly kind: 'choice'; readonly options: readonly { readonly value: infer V }[] }
  ? V
  : F extends { readonly kind: 'number' }
    ? number
    : F extends { readonly kind: 'switch' }
      ? boolean
      : F extends { readonly kind: 'own-table'; readonly values: readonly (infer V)[] }
        ? Record<string, V>
        : F extends { readonly kind: 'own-table'; readonly values: { readonly textMax: number } }
          ? Record<string, string>
          : Record<string, number>

export type Settings = { readonly [K in keyof Table]: ValueOf<Table[K]> }

/** A change to some settings; undefined leaves a value unchanged. */
export type SettingsPatch = { readonly [K in keyof Settings]?: Settings[K] | undefined }

/** The settings whose field is of one kind. */
export type SettingOf<Kind extends SettingField['kind']> = {
  [K in keyof Table]: Table[K] extends { readonly kind: Kind } ? K : never
}[keyof Table]

/** Applies a patch to the settings; does not check the values. */
export function withPatch(before: Settings, patch: SettingsPatch): Settings {
  return { ...before, ...given(patch) }
}

// The overload removes `undefined` from the value types.
function given<T extends object>(patch: T): { [K in keyof T]: Exclude<T[K], undefined> }
function given(patch: object): object {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}
