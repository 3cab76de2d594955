/**
 * Device names reserved by Windows, with any extension, also after spaces.
 * https://learn.microsoft.com/windows/win32/fileio/naming-a-file
 */
const deviceNames = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/i

/**
 * Longest stem in code points; with extension and number it stays below 255 bytes, the limit of file systems, in
 * Chinese too.
 */
const stemMax = 60

/** Only this much of a long text is examined, in UTF-16 units. */
const readMax = 4_000

/**
 * Makes a file name valid on every system from any text: no separators, control or format characters, device names, or
 * dots and spaces at its ends.
 * `extension` includes its dot; the stem is cut to 60 code points.
 */
export function safeFileName(text: string, extension: string): string {
  const stem = [
    ...text
      // limited, because sorting combining marks takes quadratic time
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

/**
 * The names in a folder that is being filled. A name already in use, also in another case, gets a number: `a (2).png`.
 */
export class UniqueNames {
  private readonly seen = new Set<string>()
  /** Next number of each name; recounting for thousands of equal names would take quadratic time. */
  private readonly numbers = new Map<string, number>()

  /** Reserves a name, or its next free numbered form, and returns it. */
  takeName(name: string): string {
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

/** Numbers repeated names, ignoring case: `a.png`, `a (2).png`. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const folder = new UniqueNames()
  return names.map((name) => folder.takeName(name))
}
