/** Names that Windows keeps for devices, with any extension, also behind spaces. https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const deviceNames = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/i

/** Longest stem in code points: with an extension and a number it stays below every file system's 255 bytes, in Chinese too. */
const stemMax = 60

/** Of a longer text only so much is looked at, in UTF-16 units. */
const readMax = 4_000

/**
 * A file name that every system takes, made of whatever text: no separators, control or format characters, no names of
 * devices, no dots or spaces at its ends. `extension` comes with its dot; the stem is cut to 60 code points.
 */
export function safeFileName(text: string, extension: string): string {
  const stem = [
    ...text
      // putting marks in order costs their square
      .slice(0, readMax)
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u2028\u2029]/gu, ' ')
      .replace(/[<>:"/\\|?*%]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, stemMax)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '')
  if (stem === '') return `atelier${extension}`
  return deviceNames.test(stem) ? `_${stem}${extension}` : `${stem}${extension}`
}

/** The names of a folder that is being filled: one that is taken already, also in another case, is numbered, as `a (2).png`. */
export class UniqueNames {
  private readonly seen = new Set<string>()
  /** The next number of a name: with thousands of the same one, counting anew for each would never end. */
  private readonly numbers = new Map<string, number>()

  /** Takes a name, or the next one like it that is free. */
  take(name: string): string {
    const dot = name.lastIndexOf('.')
    const stem = dot > 0 ? name.slice(0, dot) : name
    const extension = dot > 0 ? name.slice(dot) : ''
    const key = name.toLowerCase()
    let unique = name
    let number = this.numbers.get(key) ?? 2
    for (; this.seen.has(unique.toLowerCase()); number += 1) unique = `${stem} (${number})${extension}`
    this.numbers.set(key, number)
    this.seen.add(unique.toLowerCase())
    return unique
  }
}

/** Numbers names that occur twice, also where they differ only in case: `a.png`, `a (2).png`. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const folder = new UniqueNames()
  return names.map((name) => folder.take(name))
}
