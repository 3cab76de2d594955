import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import { unreadOf } from '../../../shared/unread-parts.ts'
import { localName, walkXml } from '../../xml-walk.ts'
import type { DocumentText } from './document.ts'
import { textParts } from './office-parts.ts'
import { packageContent } from './office-unread.ts'
import { linksOf, packageLinks, partName } from './package-links.ts'
import { type SheetText, sheetsText } from './sheet-tables.ts'
import { sheetNotes } from './xlsx-notes.ts'
import { formatsOf } from './xlsx-numbers.ts'
import { type SheetParts, sharedStrings, sheetText, unescapedText } from './xlsx-sheet.ts'
import { zipNames } from './zip-parts.ts'

/**
 * Returns the sheets of a workbook, each as its name and lines of CSV. Formulas appear as their last values, dates in
 * ISO form. Pass it an archive that `zipNames` accepted, and the name of its main part.
 */
export function xlsxText(bytes: Uint8Array, workbook: string): DocumentText | FileProblem {
  const main = textParts(bytes, [workbook, linksOf(workbook)])
  if (typeof main === 'string') return main
  const book = bookOf(main.get(workbook) ?? '')
  if (book === null) return 'damaged'
  const links = packageLinks(workbook, main.get(linksOf(workbook)) ?? '')
  const partOf = (kind: string, usual: string): string =>
    [...links.values()].find((link) => link.kind === kind)?.part ?? partName(workbook, usual)
  const [strings, styles] = [partOf('sharedStrings', 'sharedStrings.xml'), partOf('styles', 'styles.xml')]
  const sheets = book.sheets.map(({ linkId, name }) => ({ name, link: links.get(linkId) }))
  const parts = textParts(bytes, [strings, styles, ...sheets.flatMap(({ link }) => link?.part ?? [])])
  if (typeof parts === 'string') return parts
  const shared = sharedStrings(parts.get(strings) ?? '')
  const formats = formatsOf(parts.get(styles) ?? '')
  if (shared === null || formats === null) return 'damaged'
  const known: SheetParts = { shared, formats, isFrom1904: book.isFrom1904 }
  const texts: SheetText[] = []
  let isAnyRead = false
  for (const { link, name } of sheets) {
    // a chart sheet
    if (link !== undefined && link.kind !== 'worksheet') continue
    const xml = parts.get(link?.part ?? '')
    // a missing sheet is named, not dropped
    const rows = xml === undefined ? '[missing in the file]' : sheetText(xml, known)
    if (rows === null) return 'damaged'
    isAnyRead ||= xml !== undefined
    texts.push({ name, rows, beside: link === undefined ? '' : sheetNotes(bytes, link.part).join('\n') })
  }
  if (!isAnyRead) return 'damaged'
  const names = zipNames(bytes)
  const counts = typeof names === 'string' ? {} : packageContent(names, 'xl/')
  return { ...sheetsText(texts), pages: null, ...unreadOf(counts) }
}

interface Book {
  /** True if days are counted from 1904 on, as older programs for Apple's computers did. */
  readonly isFrom1904: boolean
  readonly sheets: readonly { readonly name: string; readonly linkId: string }[]
}

/** Returns the facts about a workbook and its sheets; null if the XML is truncated. */
function bookOf(xml: string): Book | null {
  const sheets: { readonly name: string; readonly linkId: string }[] = []
  let isFrom1904 = false
  const isWhole = walkXml(xml, {
    open: (tag, attributes) => {
      const name = localName(tag)
      if (name === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attributes().get('date1904') ?? '')
      if (name !== 'sheet') return
      const values = [...attributes()]
      const linkId = values.find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const title = values.find(([key]) => key === 'name')?.[1] ?? ''
      sheets.push({ name: unescapedText(title), linkId })
    },
    close: () => {},
    text: () => {},
  })
  return isWhole ? { sheets, isFrom1904 } : null
}
