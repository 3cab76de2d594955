import type { ToolCall } from '../../../../shared/tools.ts'

/** The calls of one round. */
export interface CallRound {
  readonly round: number
  /** Offset of the calls in the text of the answer. */
  readonly textEnd: number
  readonly calls: readonly ToolCall[]
}

/** A part of an answer's text, with the calls that follow it. */
export interface AnswerPart {
  /** Start of the text in the answer, in UTF-16 units. */
  readonly start: number
  readonly text: string
  /** The calls after the text; null in the last part. */
  readonly round: CallRound | null
}

/** Returns the calls of an answer by round, in order. */
export function callRounds(calls: readonly ToolCall[]): readonly CallRound[] {
  return [...Map.groupBy(calls, ({ round }) => round)]
    .map(([round, members]) => ({ round, textEnd: members[0]?.textEnd ?? 0, calls: members }))
    .toSorted((one, other) => one.round - other.round)
}

/** Splits the text of an answer where its rounds ended. The parts before the last never change. */
export function answerParts(text: string, rounds: readonly CallRound[]): readonly AnswerPart[] {
  let from = 0
  const parts = rounds.map((round): AnswerPart => {
    const end = Math.min(Math.max(round.textEnd, from), text.length)
    const part = partOf(text, from, end)
    from = end
    return { ...part, round }
  })
  return [...parts, { ...partOf(text, from, text.length), round: null }]
}

/** Returns a part without the blank lines that separate it from the previous one. */
function partOf(text: string, from: number, end: number): { readonly start: number; readonly text: string } {
  let start = from
  while (from > 0 && start < end && text[start] === '\n') start += 1
  return { start, text: text.slice(start, end) }
}
