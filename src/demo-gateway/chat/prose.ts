import type { Random } from '../random.ts'

/** Makes one piece of text. */
export type Template = (subject: string, random: Random) => string

/** The words of one language. The functions give plain sentences or Markdown inside one block. */
export interface Prose {
  /** The first sentences of an answer, which take up what was asked. */
  opening(subject: string, random: Random): string
  readonly sentences: readonly Template[]
  /** Separator between two sentences of a paragraph. */
  readonly joint: string
  readonly headings: readonly Template[]
  /** An item of a list, with Markdown emphasis. */
  item(subject: string, random: Random): string
  tableIntroduction: string
  tableHead: readonly string[]
  tableRow(random: Random): readonly string[]
  codeIntroduction(language: string): string
  mathIntroduction: string
  mathRemark(random: Random): string
  quote(random: Random): string
  link(subject: string, random: Random): string
  closing(subject: string, random: Random): string
  brief(subject: string): string
  greeting(model: string): string
  aboutMe(model: string): string
  /** Says how many pictures came with the message, and their sizes. */
  pictures(sizes: readonly string[]): string
  /** Takes up what was said before. */
  callback(earlier: string): string
  instruction(system: string): string
  /** For a text that cannot be continued word for word. */
  resumed(subject: string): string
  finished: string
}
