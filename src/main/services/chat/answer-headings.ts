import type { OutlineHeading } from '../../../shared/outline.ts'

/** Minimum number of headings of an answer with an outline. */
const headingsMin = 3
/** Maximum number of headings of one answer. */
const headingsMax = 200
/** Longest heading, in UTF-16 units. */
const headingLengthMax = 200

/**
 * Returns the headings of an answer in Markdown, outside of code; empty for fewer than three. `from` is the offset of
 * the answer in its message, behind the model's thinking.
 */
export function answerHeadings(answer: string, from: number): readonly OutlineHeading[] {
  const headings: OutlineHeading[] = []
  let fence: string | null = null
  for (let start = 0; start < answer.length && headings.length < headingsMax; ) {
    const next = answer.indexOf('\n', start)
    const end = next < 0 ? answer.length : next
    // no mark of a heading or a fence begins further on
    const line = answer.slice(start, Math.min(end, start + headingLengthMax * 2)).trimEnd()
    const opening = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== null) {
      if (opening?.startsWith(fence) === true && line.trim() === opening) fence = null
    } else if (opening !== undefined) fence = opening
    else {
      const marks = /^ {0,3}(#{1,6})[ \t]/.exec(line)
      const text = marks === null ? '' : withoutClosingMarks(line.slice(marks[0].length).trim())
      if (marks?.[1] !== undefined && text !== '')
        headings.push({
          text: text.slice(0, headingLengthMax).toWellFormed(),
          depth: marks[1].length,
          start: from + start,
        })
    }
    start = end + 1
  }
  return headings.length < headingsMin ? [] : headings
}

/** Removes the marks at the end of `## A heading ##`. */
function withoutClosingMarks(text: string): string {
  let end = text.length
  while (text[end - 1] === '#') end -= 1
  const isClosed = end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t'
  return isClosed ? text.slice(0, end).trimEnd() : text
}
