import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { applicationMenu } from '../../../src/main/electron/menu.ts'
import { menuWords } from '../../../src/main/electron/menu-words.ts'
import { en } from '../../../src/renderer/platform/i18n/locales/en.ts'
import { zhCN } from '../../../src/renderer/platform/i18n/locales/zh-cn.ts'
import { type MenuCommand, menuCommands } from '../../../src/shared/menu-command.ts'
import type { OwnShortcuts } from '../../../src/shared/shortcut.ts'

const systems = ['mac', 'windows', 'linux'] as const

function menuOf(
  os: (typeof systems)[number],
  language = 'en',
  run: (command: MenuCommand) => void = () => undefined,
  shortcuts: OwnShortcuts = {},
) {
  const items = (menu: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] =>
    menu.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])])
  return items(applicationMenu({ os, language, packaged: true, recent: [], run, shortcuts }))
}

describe.each(systems)('the menu on %s', (os) => {
  it('the menu has the usual roles, in English and Chinese', () => {
    const known = ['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll', 'zoomIn', 'zoomOut', 'togglefullscreen', 'quit']
    for (const language of ['en', 'zh-CN']) {
      const roles = menuOf(os, language).map(({ role }) => role)
      for (const role of [...known, 'help']) expect(roles).toContain(role)
      expect(roles.includes('services')).toBe(os === 'mac')
    }
    const shown = (language: string) => JSON.stringify(menuOf(os, language).filter(({ visible }) => visible !== false))
    expect(shown('en')).not.toMatch(/\p{Script=Han}/u)
    expect(shown('zh-CN')).toContain('粘贴')
    expect(shown('zh-CN')).not.toMatch(/"label":"(?!Atelier)[A-Za-z ]+"/)
  })

  it('the menu has an item for every action, which runs it', () => {
    const ran: MenuCommand[] = []
    const menu = menuOf(os, 'en', (command) => ran.push(command))
    const offered = menuCommands.filter((command) => menu.some(({ id }) => id === command))
    // macOS has About in the app's own menu, as a role
    expect(menuCommands.filter((command) => !offered.includes(command))).toEqual(os === 'mac' ? ['about'] : [])
    for (const command of offered) {
      const click = menu.find(({ id }) => id === command)?.click
      if (click !== undefined) Reflect.apply(click, undefined, [])
    }
    expect(ran).toEqual(offered)
  })

  it('the menu leaves the shortcuts of the page to the page', () => {
    for (const { id, accelerator, registerAccelerator } of menuOf(os)) {
      if (id !== undefined && accelerator !== undefined) expect([id, registerAccelerator]).toEqual([id, false])
    }
  })

  it('the menu shows the shortcuts that the user chose, and none if there are none', () => {
    const own = { new: 'Alt+ArrowUp', palette: '', settings: 'Mod+Shift+P', searchHistory: 'Mod+搜' }
    const menu = menuOf(os, 'en', undefined, own)
    const keys = ['newChat', 'palette', 'settings', 'search', 'chat'].map(
      (command) => menu.find(({ id }) => id === command)?.accelerator,
    )
    expect(keys).toEqual(['Alt+Up', undefined, 'CmdOrCtrl+Shift+P', undefined, 'CmdOrCtrl+1'])
  })

  it('the menu uses every key once', () => {
    const keys = menuOf(os).flatMap(({ accelerator }) => accelerator ?? [])
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('Ctrl and = zooms too, and so does the number pad, without being shown', () => {
    const hidden = menuOf(os).filter(({ visible }) => visible === false)
    expect(hidden.map(({ role, accelerator }) => `${role} ${accelerator}`)).toEqual([
      'zoomIn CmdOrCtrl+=',
      'zoomIn CmdOrCtrl+numadd',
      'zoomOut CmdOrCtrl+numsub',
      'resetZoom CmdOrCtrl+num0',
    ])
    for (const { acceleratorWorksWhenHidden } of hidden) expect(acceleratorWorksWhenHidden).toBe(true)
  })

  it('Settings is in its usual menu of the system', () => {
    const menu = applicationMenu({
      os,
      language: 'en',
      packaged: true,
      recent: null,
      run: () => undefined,
      shortcuts: {},
    })
    const holder = menu.find(({ submenu }) => Array.isArray(submenu) && submenu.some(({ id }) => id === 'settings'))
    expect(holder?.label).toBe(os === 'mac' ? 'Atelier' : 'File')
  })
})

it('panels have the same names as in the page', () => {
  for (const id of ['chat', 'images', 'transcription', 'videos', 'history', 'library'] as const) {
    expect(menuWords('en')[id]).toBe(en[id].panel)
    expect(menuWords('zh-CN')[id]).toBe(zhCN[id].panel)
  }
  expect(menuWords('zh-CN').newChat).toBe(zhCN.chat.newChat)
  expect(menuWords('zh-CN').newTemporaryChat).toBe(zhCN.temporary.new)
})
