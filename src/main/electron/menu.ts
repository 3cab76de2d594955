import type { MenuItemConstructorOptions } from 'electron'

const words = {
  en: {
    file: 'File',
    edit: 'Edit',
    view: 'View',
    window: 'Window',
    about: 'About Atelier',
    services: 'Services',
    hide: 'Hide Atelier',
    hideOthers: 'Hide Others',
    unhide: 'Show All',
    quit: 'Quit Atelier',
    close: 'Close Window',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    pasteAndMatchStyle: 'Paste as Plain Text',
    selectAll: 'Select All',
    reload: 'Reload',
    toggleDevTools: 'Developer Tools',
    resetZoom: 'Actual Size',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    togglefullscreen: 'Full Screen',
    minimize: 'Minimize',
    zoom: 'Zoom',
    front: 'Bring All to Front',
  },
  zh: {
    file: '文件',
    edit: '编辑',
    view: '显示',
    window: '窗口',
    about: '关于 Atelier',
    services: '服务',
    hide: '隐藏 Atelier',
    hideOthers: '隐藏其他',
    unhide: '全部显示',
    quit: '退出 Atelier',
    close: '关闭窗口',
    undo: '撤销',
    redo: '重做',
    cut: '剪切',
    copy: '复制',
    paste: '粘贴',
    pasteAndMatchStyle: '粘贴为纯文本',
    selectAll: '全选',
    reload: '重新载入',
    toggleDevTools: '开发者工具',
    resetZoom: '实际大小',
    zoomIn: '放大',
    zoomOut: '缩小',
    togglefullscreen: '全屏',
    minimize: '最小化',
    zoom: '缩放',
    front: '前置全部窗口',
  },
} as const satisfies Record<'en' | 'zh', Record<string, string>>

type Role = Exclude<keyof (typeof words)['en'], 'file' | 'edit' | 'view' | 'window'>

/**
 * The application menu, by platform roles: they bring the shortcuts that people know, and on macOS copy and paste do
 * not work without them. Electron labels roles in English only, hence the words. Reload and developer tools are for
 * development; an app that is shipped has neither.
 */
export function applicationMenu(
  os: 'mac' | 'windows' | 'linux',
  locale: string,
  packaged: boolean,
): MenuItemConstructorOptions[] {
  const said = locale.toLowerCase().startsWith('zh') ? words.zh : words.en
  const line: MenuItemConstructorOptions = { type: 'separator' }
  const item = (role: Role): MenuItemConstructorOptions => ({ role, label: said[role] })
  const items = (...roles: Role[]) => roles.map(item)
  const first: MenuItemConstructorOptions =
    os === 'mac'
      ? {
          label: 'Atelier',
          submenu: [
            item('about'),
            line,
            item('services'),
            line,
            ...items('hide', 'hideOthers', 'unhide'),
            line,
            item('quit'),
          ],
        }
      : { label: said.file, submenu: items('quit') }
  return [
    first,
    {
      label: said.edit,
      submenu: [...items('undo', 'redo'), line, ...items('cut', 'copy', 'paste', 'pasteAndMatchStyle', 'selectAll')],
    },
    {
      label: said.view,
      submenu: [
        ...(packaged ? [] : [...items('reload', 'toggleDevTools'), line]),
        ...items('resetZoom', 'zoomIn', 'zoomOut'),
        line,
        item('togglefullscreen'),
      ],
    },
    {
      label: said.window,
      submenu:
        os === 'mac' ? [...items('minimize', 'zoom'), line, ...items('front', 'close')] : items('minimize', 'close'),
    },
  ]
}
