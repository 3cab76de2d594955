/** Names that Windows keeps for devices, with any extension. https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const deviceNames = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i

/** Longest stem in code points: with an extension and a number it stays below every file system's 255 bytes, in Chinese too. */
const stemMax = 60

/**
 * A file name that every system takes, made of whatever text: no separators, control or format characters, no names of
 * devices, no dots or spaces at its ends. `extension` comes with its dot; the stem is cut to 60 code points.
 */
export function safeFileName(text: string, extension: string): string {
  const stem = [
    ...text
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

/** Numbers names that occur twice, also where they differ only in case: `a.png`, `a (2).png`. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.')
    const stem = dot > 0 ? name.slice(0, dot) : name
    const extension = dot > 0 ? name.slice(dot) : ''
    let unique = name
    for (let number = 2; seen.has(unique.toLowerCase()); number += 1) unique = `${stem} (${number})${extension}`
    seen.add(unique.toLowerCase())
    return unique
  })
}
