import { extensionOf } from '../../../shared/media-types.ts'
import { safeFileName, uniqueNames } from '../../security/file-name.ts'

/** Longest stem in code points; whole words only, as many as fit. */
const stemMax = 60

/** Names for generated files from the first words of their prompts; repeated names get numbers. */
export function promptNames(made: readonly { readonly prompt: string; readonly mime: string }[]): readonly string[] {
  return uniqueNames(made.map(({ prompt, mime }) => safeFileName(firstWords(prompt), extensionOf(mime))))
}

/** Cuts the first word if it is too long, as in Chinese. */
function firstWords(prompt: string): string {
  // only the part of a long prompt that fits the name is read
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
