/** What the application menu has the page do, by name. */
export const menuCommands = [
  'newChat',
  'palette',
  'search',
  'settings',
  'chat',
  'images',
  'transcription',
  'videos',
  'history',
  'dataFolder',
  'about',
] as const
export type MenuCommand = (typeof menuCommands)[number]
