/** Names of the page's commands in the application menu. */
export const menuCommands = [
  'newChat',
  'newTemporaryChat',
  'quick',
  'palette',
  'search',
  'find',
  'settings',
  'chat',
  'images',
  'transcription',
  'videos',
  'history',
  'library',
  'dataFolder',
  'about',
] as const
export type MenuCommand = (typeof menuCommands)[number]
