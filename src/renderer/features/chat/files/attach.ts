import { addPictures } from '../composer/pictures.ts'
import { isWithheld } from '../temporary/temporary-open.ts'
import { addFiles } from './composer-files.ts'

/** Adds dropped, pasted or chosen files to the composer: pictures as pictures, anything else as text. */
export async function attach(files: readonly File[]): Promise<void> {
  if (isWithheld()) return
  // SVG is a text for a model: gateways do not take it as a picture
  const isPicture = ({ type }: File): boolean => type.startsWith('image/') && type !== 'image/svg+xml'
  const pictures = files.filter(isPicture)
  const others = files.filter((file) => !isPicture(file))
  await Promise.all([
    ...(pictures.length > 0 ? [addPictures(pictures)] : []),
    ...(others.length > 0 ? [addFiles(others)] : []),
  ])
}
