import type { MenuItemConstructorOptions } from 'electron'
import type { MenuCommand } from '../../shared/menu-command.ts'
import type { Platform } from '../platform.ts'
import { type MenuWords, menuWords } from './menu-words.ts'

type Role = Extract<keyof MenuWords, NonNullable<MenuItemConstructorOptions['role']>>

const separator: MenuItemConstructorOptions = { type: 'separator' }

/** Shortcuts that the page handles itself; the menu only displays them. */
const shortcuts: Readonly<Partial<Record<MenuCommand, string>>> = {
  newChat: 'CmdOrCtrl+N',
  palette: 'CmdOrCtrl+K',
  search: 'CmdOrCtrl+Shift+F',
  settings: 'CmdOrCtrl+,',
  chat: 'CmdOrCtrl+1',
  images: 'CmdOrCtrl+2',
  transcription: 'CmdOrCtrl+3',
  videos: 'CmdOrCtrl+4',
  history: 'CmdOrCtrl+5',
}

export interface MenuParts {
  readonly os: Platform['os']
  readonly language: string
  readonly packaged: boolean
  readonly run: (command: MenuCommand) => void
}

/**
 * Builds the application menu. Its roles provide the usual shortcuts; on macOS copy and paste need them.
 * Reload and developer tools exist only in development.
 */
export function applicationMenu({ os, language, packaged, run }: MenuParts): MenuItemConstructorOptions[] {
  const words = menuWords(language)
  const roles = (...names: Role[]): MenuItemConstructorOptions[] => names.map((role) => ({ role, label: words[role] }))
  const command = (id: MenuCommand): MenuItemConstructorOptions => {
    const accelerator = shortcuts[id]
    return {
      id,
      label: words[id],
      click: () => run(id),
      // The page receives the key first and prevents it. macOS lacks `registerAccelerator`, so this keeps it from
      // running the command twice.
      ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
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
        ...commands('newChat', 'palette', 'search'),
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
      ],
    },
    {
      label: words.view,
      submenu: [
        ...commands('chat', 'images', 'transcription', 'videos', 'history'),
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
