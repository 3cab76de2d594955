import { tests } from 'commonmark-spec'
import { gfmExamples } from './gfm-examples.ts'

/** The examples of CommonMark and GFM. The specification writes tabs as arrows. */
export const markdownExamples: readonly string[] = [
  ...tests.map(({ markdown }) => markdown.replaceAll('→', '\t')),
  ...gfmExamples,
]
