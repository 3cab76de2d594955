import type { MenuItemConstructorOptions } from 'electron'
import type { MenuCommand } from '../../shared/menu-command.ts'
import { type Chord, chordsFor, type OwnShortcuts } from '../../shared/shortcut.ts'
import type { ShortcutId } from '../../shared/shortcut-table.ts'
import type { Platform } from '../platform.ts'
import { type MenuWords, menuWords } from './menu-words.ts'

type Role = Extract<keyof MenuWords, NonNullable<MenuItemConstructorOptions['role']>>

const separator: MenuItemConstructorOptions = { type: 'separator' }

/** Shortcuts that the page handles itself; the menu only displays them. */
const shortcuts: Readonly<Partial<Record<MenuCommand, ShortcutId>>> = {
  newChat: 'new',
  newTemporaryChat: 'newTemporary',
  palette: 'palette',
  search: 'searchHistory',
  find: 'findInChat',
  settings: 'settings',
  chat: 'chat',
  images: 'images',
  transcription: 'transcription',
  videos: 'videos',
  history: 'history',
  library: 'library',
}

/** Returns a chord in Electron's notation; null for keys that a menu cannot show (accelerator_util.cc). */
export function acceleratorOf(chord: Chord | undefined): string | null {
  if (chord === undefined) return null
  const words = chord
    .split(/(?<=[^+])\+/)
    .map((key) => acceleratorKeys[key] ?? (key === '+' ? 'Plus' : key.replace(/^Arrow/, '')))
  return words.every((word) => /^[!-~]+$/.test(word)) ? words.join('+') : null
}
const acceleratorKeys: Readonly<Record<string, string>> = { Mod: 'CmdOrCtrl', Ctrl: 'Ctrl' }

export interface MenuParts {
  readonly os: Platform['os']
  readonly language: string
  readonly packaged: boolean
  /** The shortcuts that the user changed. */
  readonly shortcuts: OwnShortcuts
  /** The recent chats; null for no such menu. */
  readonly recent: readonly MenuItemConstructorOptions[] | null
  readonly run: (command: MenuCommand) => void
}

/**
 * Builds the application menu. Its roles provide the usual shortcuts; on macOS copy and paste need them.
 * Reload and developer tools exist only in development.
 */
export function applicationMenu({
  os,
  language,
  packaged,
  recent,
  run,
  shortcuts: own,
}: MenuParts): MenuItemConstructorOptions[] {
  const words = menuWords(language)
  const roles = (...names: Role[]): MenuItemConstructorOptions[] => names.map((role) => ({ role, label: words[role] }))
  const command = (id: MenuCommand): MenuItemConstructorOptions => {
    const shortcut = shortcuts[id]
    const accelerator = shortcut === undefined ? null : acceleratorOf(chordsFor(shortcut, own)[0])
    return {
      id,
      label: words[id],
      click: () => run(id),
      // The page receives the key first and prevents its default. macOS lacks `registerAccelerator`, so this prevents a
      // second run of the command.
      ...(accelerator === null ? {} : { accelerator, registerAccelerator: false }),
    }
  }
  const commands = (...ids: MenuCommand[]): MenuItemConstructorOptions[] => ids.map(command)
  const isMac = os === 'mac'
  return [
    ...(isMac
      ? [
          {
            label: 'Atelier',
            submenu: [
              ...roles('about'),
              separator,
              ...commands('settings'),
              separator,
              ...roles('services'),
              separator,
              ...roles('hide', 'hideOthers', 'unhide'),
              separator,
              ...roles('quit'),
            ],
          },
        ]
      : []),
    {
      label: words.file,
      submenu: [
        ...commands('newChat', 'newTemporaryChat', 'quick'),
        ...(recent === null ? [] : [recentMenu(words, recent)]),
        ...commands('palette', 'search'),
        separator,
        ...(isMac ? roles('close') : [...commands('settings'), separator, ...roles('quit')]),
      ],
    },
    {
      label: words.edit,
      submenu: [
        ...roles('undo', 'redo'),
        separator,
        ...roles('cut', 'copy', 'paste', 'pasteAndMatchStyle', 'selectAll'),
        separator,
        ...commands('find'),
      ],
    },
    {
      label: words.view,
      submenu: [
        ...commands('chat', 'images', 'transcription', 'videos', 'library', 'history'),
        separator,
        ...(packaged ? [] : [...roles('reload', 'toggleDevTools'), separator]),
        ...roles('resetZoom', 'zoomIn', 'zoomOut'),
        ...zoomKeys,
        separator,
        ...roles('togglefullscreen'),
      ],
    },
    {
      label: words.window,
      role: 'window',
      submenu: isMac ? [...roles('minimize', 'zoom'), separator, ...roles('front')] : roles('minimize', 'close'),
    },
    {
      label: words.help,
      role: 'help',
      submenu: [...commands('dataFolder'), ...(isMac ? [] : commands('about'))],
    },
  ]
}

function recentMenu(words: MenuWords, recent: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions {
  return {
    label: words.recentChats,
    submenu: recent.length === 0 ? [{ label: words.noChats, enabled: false }] : [...recent],
  }
}

/** Further zoom keys. The role's own `CmdOrCtrl+Plus` needs Shift on most keyboards (accelerator_util.cc). */
const zoomKeys: readonly MenuItemConstructorOptions[] = (
  [
    ['zoomIn', '='],
    ['zoomIn', 'numadd'],
    ['zoomOut', 'numsub'],
    ['resetZoom', 'num0'],
  ] as const
).map(([role, key]) => ({
  role,
  accelerator: `CmdOrCtrl+${key}`,
  visible: false,
  acceleratorWorksWhenHidden: true,
}))
