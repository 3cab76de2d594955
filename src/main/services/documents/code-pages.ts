/** Encodings of code pages that are not named `windows-` and their number. */
const pages: ReadonlyMap<number, string> = new Map([
  [866, 'ibm866'],
  [874, 'windows-874'],
  [932, 'shift_jis'],
  [936, 'gb18030'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [1361, 'euc-kr'],
  [10_000, 'macintosh'],
  [10_007, 'x-mac-cyrillic'],
  [54_936, 'gb18030'],
  [65_001, 'utf-8'],
])

/** Code pages of the character sets of fonts (RTF 1.9.1, "Character Set"). */
const sets: ReadonlyMap<number, number> = new Map([
  [77, 10_000],
  [128, 932],
  [129, 949],
  [130, 1361],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250],
])

/** Returns the name of a code page for `TextDecoder`; that of Western Europe for an unknown page. */
export function encodingOfCodePage(page: number): string {
  return pages.get(page) ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : 'windows-1252')
}

/** Returns the code page of a font's character set; null for a set that follows the code page of the document. */
export function codePageOfSet(set: number, documentPage: number): number | null {
  // programs also give Chinese, Japanese and Korean fonts the set of Western Europe
  if (set === 0) return documentPage >= 1250 && documentPage <= 1258 ? 1252 : null
  return sets.get(set) ?? null
}
