import type { Folders } from '../platform.ts'

type ShowOpenDialog = (options: {
  readonly properties: ('openDirectory' | 'createDirectory' | 'promptToCreate')[]
}) => Promise<{ readonly canceled: boolean; readonly filePaths: readonly string[] }>

/** Lets the user choose or create a folder in the system's dialog. */
export function createFolders(showOpenDialog: ShowOpenDialog): Folders {
  return {
    async choose() {
      const { canceled, filePaths } = await showOpenDialog({
        properties: ['openDirectory', 'createDirectory', 'promptToCreate'],
      })
      return { by: 'main', folder: canceled ? null : (filePaths[0] ?? null) }
    },
  }
}
