import type { AppError } from './errors.ts'

const words = 'a picture of the kind '
const damagedWords = 'a damaged picture of the kind '

/** Detail of an error about a picture of a kind that Atelier cannot open, such as `HEIC`. */
export function kindDetail(name: string): string {
  return `${words}${name}`
}

/** The kind of picture that an error names; null for any other error. */
export function kindIn({ code, detail }: Pick<AppError, 'code' | 'detail'>): string | null {
  if (code !== 'file_refused' && code !== 'not_a_picture') return null
  return detail.startsWith(words) ? detail.slice(words.length, words.length + 20) : null
}

/** Detail of an error about a picture that is too damaged to be shown, of a kind such as `TIFF`. */
export function damagedDetail(name: string): string {
  return `${damagedWords}${name}`
}

/** The kind of damaged picture that an error names; null for any other error. */
export function damagedIn({ code, detail }: Pick<AppError, 'code' | 'detail'>): string | null {
  if (code !== 'not_a_picture' || !detail.startsWith(damagedWords)) return null
  return detail.slice(damagedWords.length, damagedWords.length + 20)
}

/** Files that a chooser of pictures offers; systems without HEIC name no type for it. */
export const pictureAccept = 'image/*,.heic,.heif,.avif,.tif,.tiff,.bmp'

/**
 * Returns true for a picture, by its type, or without one by its suffix. SVG counts as text: no gateway takes it as a
 * picture. Main looks at the bytes.
 */
export function isPictureFile({ name, type }: { readonly name: string; readonly type: string }): boolean {
  if (type !== '') return type.startsWith('image/') && type !== 'image/svg+xml'
  return /\.(?:hei[cf]|avif|tiff?|bmp|jxl)$/i.test(name)
}
