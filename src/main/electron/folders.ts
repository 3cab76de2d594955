import type { Folders } from '../platform.ts'

type ShowOpenDialog = (options: {
  readonly properties: ('openDirectory' | 'createDirectory' | 'promptToCreate')[]
}) => Promise<{ readonly canceled: boolean; readonly filePaths: readonly string[] }>

/** Has a person choose a folder in the system's own dialog, in which they can make one too. */
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
