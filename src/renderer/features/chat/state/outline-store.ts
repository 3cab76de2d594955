import { create } from 'zustand'
import { folded } from '../../../../shared/folded-text.ts'
import type { OutlinedAnswer } from '../../../../shared/outline.ts'
import { withoutMarkdown } from '../../../../shared/plain-markdown.ts'

/** True if the outline is open. */
export const useOutline = create<{ readonly opened: boolean }>(() => ({ opened: false }))

export function showOutline(opened: boolean): void {
  useOutline.setState({ opened })
}

/** A heading of a message to jump to. */
export interface HeadingPlace {
  /** Text of the heading, without Markdown. */
  readonly text: string
  /** Offset of the heading in the message's text. */
  readonly start: number
  /** Offsets of all headings of the message. */
  readonly starts: readonly number[]
}

/** An entry of the outline: a question with its number, or a heading of an answer with its level, 0 to 3. */
export type OutlineEntry =
  | {
      readonly kind: 'question'
      readonly key: string
      readonly messageId: string
      readonly text: string
      readonly number: number
    }
  | {
      readonly kind: 'heading'
      readonly key: string
      readonly messageId: string
      readonly text: string
      readonly level: number
      readonly place: HeadingPlace
    }

const levelMax = 3

/** Returns the questions in order, each followed by the headings of its answers. */
export function outlineEntries(
  questions: readonly { readonly id: string; readonly text: string }[],
  answers: readonly OutlinedAnswer[],
): readonly OutlineEntry[] {
  const after = Map.groupBy(answers, ({ questionId }) => questionId)
  const headingsAfter = (id: string | null) => (after.get(id) ?? []).flatMap(headingEntries)
  return [
    ...headingsAfter(null),
    ...questions.flatMap(({ id, text }, index): readonly OutlineEntry[] => [
      { kind: 'question', key: id, messageId: id, text, number: index + 1 },
      ...headingsAfter(id),
    ]),
  ]
}

function headingEntries({ headings, messageId }: OutlinedAnswer): readonly OutlineEntry[] {
  const starts = headings.map(({ start }) => start)
  // an answer may begin with ## or ###
  const top = Math.min(...headings.map(({ depth }) => depth))
  return headings.map(({ depth, start, ...heading }) => {
    const text = withoutMarkdown(heading.text)
    const level = Math.min(levelMax, depth - top)
    return { kind: 'heading', key: `${messageId} ${start}`, messageId, text, level, place: { text, start, starts } }
  })
}

/** Returns the entries with all words of a search, ignoring case and width. */
export function matchingEntries<E extends { readonly text: string }>(
  entries: readonly E[],
  search: string,
): readonly E[] {
  const words = folded(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries
  return entries.filter(({ text }) => {
    const own = folded(text)
    return words.every((word) => own.includes(word))
  })
}

/** Reduces a heading to letters and digits, which rendering does not change. */
function bare(text: string): string {
  return folded(text).replace(/[^\p{L}\p{N}]+/gu, '')
}

/**
 * Returns the index of a heading among the rendered ones of its chunk of text; -1 if they are none of it. `from` is the
 * chunk's offset. The place decides between equal headings, and for a heading whose rendering differs from its source.
 */
export function headingIndex(rendered: readonly string[], { start, starts, text }: HeadingPlace, from: number): number {
  const expected = starts.filter((one) => one >= from && one < start).length
  const wanted = bare(text)
  if (bare(rendered[expected] ?? '') === wanted) return expected
  const found = rendered.findIndex((one) => bare(one) === wanted)
  return found < 0 && expected < rendered.length ? expected : found
}
