import type { Random } from '../random.ts'
import type { GivenPassage } from './given-passages.ts'

/** Creates a sentence or block about a subject. */
export type Template = (subject: string, random: Random) => string

/** The templates of one language. Each function returns plain sentences or Markdown within one block. */
export interface Prose {
  /** The first sentences of an answer; they refer to the question. */
  opening(subject: string, random: Random): string
  readonly sentences: readonly Template[]
  /** Separator between two sentences of a paragraph. */
  readonly joint: string
  readonly headings: readonly Template[]
  /** A list item with Markdown emphasis. */
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
  /** A sentence with the number of attached pictures and their sizes. */
  pictures(sizes: readonly string[]): string
  /** A sentence that refers to an earlier message. */
  callback(earlier: string): string
  instruction(system: string): string
  /** A sentence before tool calls. */
  lookingUp: string
  /** An answer that quotes tool results. */
  toolResults(results: readonly string[]): string
  /** An answer that quotes given passages, each with its number as a citation. */
  fromPassages(quotes: readonly GivenPassage[]): string
  /** The beginning of a continuation when the partial text cannot be continued word for word. */
  resumed(subject: string): string
  finished: string
}
