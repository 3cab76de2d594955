import { isPictureFile } from '../../../../shared/picture-kinds.ts'
import { isWithheld } from '../state/temporary-open.ts'
import { addFiles } from './composer-files.ts'
import { addPictures } from './pictures.ts'

/** Adds dropped, pasted or chosen files to the composer: pictures as pictures, anything else as text. */
export async function attach(files: readonly File[]): Promise<void> {
  if (isWithheld()) return
  const pictures = files.filter(isPictureFile)
  const others = files.filter((file) => !isPictureFile(file))
  await Promise.all([
    ...(pictures.length > 0 ? [addPictures(pictures)] : []),
    ...(others.length > 0 ? [addFiles(others)] : []),
  ])
}
