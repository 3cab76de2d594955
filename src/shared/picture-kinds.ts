import type { AppError } from './errors.ts'

const words = 'a picture of the kind '
const damagedWords = 'a damaged picture of the kind '

/** Returns the detail of an error about a picture of a kind that Atelier cannot open, such as `HEIC`. */
export function kindDetail(name: string): string {
  return `${words}${name}`
}

/** Returns the kind of picture that an error names; null for any other error. */
export function kindIn({ code, detail }: Pick<AppError, 'code' | 'detail'>): string | null {
  if (code !== 'file_refused' && code !== 'not_a_picture') return null
  return detail.startsWith(words) ? detail.slice(words.length, words.length + 20) : null
}

/** Returns the detail of an error about a damaged picture that cannot be shown, of a kind such as `TIFF`. */
export function damagedDetail(name: string): string {
  return `${damagedWords}${name}`
}

/** Returns the kind of damaged picture that an error names; null for any other error. */
export function damagedIn({ code, detail }: Pick<AppError, 'code' | 'detail'>): string | null {
  if (code !== 'not_a_picture' || !detail.startsWith(damagedWords)) return null
  return detail.slice(damagedWords.length, damagedWords.length + 20)
}

/** File types that a picture chooser accepts; systems without HEIC support have no type for it. */
export const pictureAccept = 'image/*,.heic,.heif,.avif,.tif,.tiff,.bmp'

/**
 * Returns true for a picture, by its type, or without one by its suffix. SVG counts as text, because no gateway accepts
 * it as a picture. Main checks the bytes.
 */
export function isPictureFile({ name, type }: { readonly name: string; readonly type: string }): boolean {
  if (type !== '') return type.startsWith('image/') && type !== 'image/svg+xml'
  return /\.(?:hei[cf]|avif|tiff?|bmp|jxl)$/i.test(name)
}
