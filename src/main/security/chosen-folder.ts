import { realpath, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { fail } from '../../shared/errors.ts'
import { isInside } from './safe-path.ts'
import { secretTest } from './secret-folder.ts'

/**
 * Resolves to the real path of a folder that the user chose or typed. Throws an AppFailure: `folder_not_found`, or
 * `folder_not_allowed` for Atelier's own data, which include what the user deleted, and for folders of secrets.
 */
export async function chosenFolder(typed: string, dataFolder: string): Promise<string> {
  const wanted = typed.trim()
  if (!isAbsolute(wanted) || /\p{Cc}/u.test(wanted)) fail('folder_not_found', 'no absolute path')
  const folder = await realpath(wanted).catch(() => fail('folder_not_found', 'no such folder'))
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) fail('folder_not_found', 'not a folder')
  const own = await realpath(dataFolder)
  if (folder === own || isInside(own, folder) || isInside(folder, own)) fail('folder_not_allowed', 'the data folder')
  if ((await secretTest())(folder)) fail('folder_not_allowed', 'a folder of secrets')
  return folder
}
