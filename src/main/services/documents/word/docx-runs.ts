import { type IRunOptions, Paragraph, TextRun } from 'docx'

export type RunStyle = Pick<
  IRunOptions,
  'bold' | 'italics' | 'strike' | 'font' | 'color' | 'size' | 'superScript' | 'style'
>

/** The font of code. */
export const codeFont = 'Consolas'

/** Returns runs of a text; its line breaks are kept. */
export function plainRuns(text: string, style: RunStyle = {}): readonly TextRun[] {
  return written(text)
    .split('\n')
    .map((line, index) => new TextRun({ ...style, text: line, ...(index === 0 ? {} : { break: 1 }) }))
}

/** Returns a paragraph with text in a font for code, on a tint. */
export function codeParagraph(text: string, indent = 0): Paragraph {
  return new Paragraph({
    spacing: { before: 60, after: 120 },
    indent: { left: indent },
    shading: { type: 'clear', fill: 'F3F3F1' },
    children: plainRuns(text, { font: codeFont, size: 19 }),
  })
}

/** Returns a text without the characters that XML cannot hold. */
export function written(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\ufffe\uffff]/gu, '')
}
