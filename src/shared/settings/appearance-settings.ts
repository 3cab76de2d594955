import { chordMax } from '../shortcut-table.ts'
import type { SettingField } from './setting-field.ts'

/** Settings of the app's appearance and of the desktop shell. */
export const appearanceSettings = {
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
} as const satisfies Readonly<Record<string, SettingField>>
