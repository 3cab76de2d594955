import { extensionOf } from '../../../shared/media-types.ts'
import { safeFileName, uniqueNames } from '../../security/file-name.ts'

/** Longest stem, in code points; as many whole words as fit. */
const stemMax = 60

/** Names for files that were made, of the first words of their prompts; those that occur twice are numbered. */
export function promptNames(made: readonly { readonly prompt: string; readonly mime: string }[]): readonly string[] {
  return uniqueNames(made.map(({ prompt, mime }) => safeFileName(firstWords(prompt), extensionOf(mime))))
}

/** Cuts the first word if it is too long, as in Chinese. */
function firstWords(prompt: string): string {
  // a prompt can be very long; what cannot be in the name is not looked at
  const words = prompt
    .slice(0, 1000)
    .split(/\s+/)
    .filter((word) => word !== '')
  let text = ''
  for (const word of words) {
    const longer = text === '' ? word : `${text} ${word}`
    if (text !== '' && [...longer].length > stemMax) break
    text = longer
  }
  return text
}
