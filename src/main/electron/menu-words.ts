/** Labels of the application menu. Electron labels its roles only in English. */
export interface MenuWords {
  readonly file: string
  readonly edit: string
  readonly view: string
  readonly window: string
  readonly help: string
  readonly about: string
  readonly services: string
  readonly hide: string
  readonly hideOthers: string
  readonly unhide: string
  readonly quit: string
  readonly close: string
  readonly undo: string
  readonly redo: string
  readonly cut: string
  readonly copy: string
  readonly paste: string
  readonly pasteAndMatchStyle: string
  readonly selectAll: string
  readonly reload: string
  readonly toggleDevTools: string
  readonly resetZoom: string
  readonly zoomIn: string
  readonly zoomOut: string
  readonly togglefullscreen: string
  readonly minimize: string
  readonly zoom: string
  readonly front: string
  readonly newChat: string
  readonly newTemporaryChat: string
  readonly quick: string
  readonly palette: string
  readonly search: string
  readonly find: string
  readonly settings: string
  readonly chat: string
  readonly images: string
  readonly transcription: string
  readonly videos: string
  readonly history: string
  readonly library: string
  readonly dataFolder: string
  readonly recentChats: string
  readonly noChats: string
  /** Title of an untitled chat. */
  readonly untitled: string
}

const english: MenuWords = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  help: 'Help',
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
  newChat: 'New Chat',
  newTemporaryChat: 'New Temporary Chat',
  quick: 'Quick Question',
  palette: 'Command Palette',
  search: 'Search History',
  find: 'Find…',
  settings: 'Settings…',
  chat: 'Chat',
  images: 'Images',
  transcription: 'Transcribe',
  videos: 'Videos',
  history: 'History',
  library: 'Library',
  dataFolder: 'Open Data Folder',
  recentChats: 'Recent Chats',
  noChats: 'No Chats Yet',
  untitled: 'New chat',
}

const chinese: MenuWords = {
  file: '文件',
  edit: '编辑',
  view: '显示',
  window: '窗口',
  help: '帮助',
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
  newChat: '新对话',
  newTemporaryChat: '新建临时对话',
  quick: '快速提问',
  palette: '命令面板',
  search: '搜索历史',
  find: '查找…',
  settings: '设置…',
  chat: '对话',
  images: '图片',
  transcription: '转写',
  videos: '视频',
  history: '历史',
  library: '资料库',
  dataFolder: '打开数据文件夹',
  recentChats: '最近的对话',
  noChats: '还没有对话',
  untitled: '新对话',
}

export function menuWords(language: string): MenuWords {
  return language.toLowerCase().startsWith('zh') ? chinese : english
}
