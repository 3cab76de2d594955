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
