import type { HeardPart } from './heard-part.ts'
import type { Token } from './heard-tokens.ts'

/** Largest distance between two times of the same word, in ms. */
const sameWordMs = 500

/**
 * Maximum number of words of an overlap that are compared, because each is compared with each; a few seconds have far
 * fewer.
 */
const alignedMax = 500

/** Maximum number of half-heard words skipped at an end; the other side has them whole. */
const clippedMax = 2

/** Boundary between two overlapping parts. */
export interface Seam {
  /** Index of the first kept word of the later part. */
  readonly start: number
  /** Number of half-heard words at the end of the earlier part that the later part replaces. */
  readonly takeBack: number
}

/** Returns the end of a part before the next one: the middle of their overlap. */
export function endBefore(part: HeardPart, next: HeardPart['stretch'] | null): number {
  // without word times nothing is dropped here; repeated words are found by their text
  if (next === null || !part.exact) return part.tokens.length
  return firstFrom(part, middleOf(part.stretch, next))
}

/** Returns the start of the later part, so that no word is lost or repeated. */
export function seamBetween(earlier: HeardPart, later: HeardPart): Seam {
  if (earlier.stretch.to <= later.stretch.from) return { start: 0, takeBack: 0 }
  return earlier.exact && later.exact ? seamByTime(earlier, later) : seamByText(earlier, later)
}

/** Two words, one of each part, that are the same spoken word. */
interface Pair {
  readonly earlier: number
  readonly later: number
}

/**
 * Finds the seam by time. The middle of the overlap decides, except for words heard twice: each is kept exactly once.
 */
function seamByTime(earlier: HeardPart, later: HeardPart): Seam {
  const cut = middleOf(earlier.stretch, later.stretch)
  const kept = endBefore(earlier, later.stretch)
  const pairs = alignedByTime(earlier, later)
  return { start: startAt(pairs, kept, firstFrom(later, cut)), takeBack: 0 }
}

/**
 * Finds the seam by text: words at the end of one part and the beginning of the other are the same. Without a match
 * nothing was repeated.
 */
function seamByText(earlier: HeardPart, later: HeardPart): Seam {
  const kept = endBefore(earlier, later.stretch)
  const overlap = earlier.stretch.to - later.stretch.from
  const window = Math.ceil(overlap / 100) + 8
  const run = longestRun(earlier.tokens, later.tokens, window)
  // the earlier part dropped words after the middle by its own times, so the later part is cut by time too
  const byTime = kept < earlier.tokens.length ? firstFrom(later, middleOf(earlier.stretch, later.stretch)) : 0
  if (!run) return { start: byTime, takeBack: 0 }
  const pairs = Array.from({ length: run.length }, (_, index) => ({
    earlier: run.earlier + index,
    later: run.later + index,
  }))
  const clipped = kept - (run.earlier + run.length)
  return { start: startAt(pairs, kept, run.later + run.length), takeBack: Math.max(0, clipped) }
}

function startAt(pairs: readonly Pair[], kept: number, otherwise: number): number {
  const lastKept = Math.max(-1, ...pairs.filter((pair) => pair.earlier < kept).map((pair) => pair.later))
  const firstGiven = Math.min(
    Number.POSITIVE_INFINITY,
    ...pairs.filter((pair) => pair.earlier >= kept).map((pair) => pair.later),
  )
  return Math.min(Math.max(otherwise, lastKept + 1), firstGiven)
}

function middleOf(earlier: HeardPart['stretch'], later: HeardPart['stretch']): number {
  return (earlier.to + later.from) / 2
}

/** Returns the index of the first word whose middle is at or after a time. */
function firstFrom({ tokens }: HeardPart, time: number): number {
  const index = tokens.findIndex((token) => (middle(token) ?? time) >= time)
  return index < 0 ? tokens.length : index
}

function middle({ from, to }: Token): number | null {
  return from === null || to === null ? null : (from + to) / 2
}

/**
 * Pairs words of equal text in order, with the highest score; a pair scores more the closer its times are. The score
 * falls steeply at first: of a word said four times in a row, four pairs that are one word off must not beat three
 * right ones.
 */
function alignedByTime(earlier: HeardPart, later: HeardPart): readonly Pair[] {
  const ones = indexed(earlier.tokens)
    .filter(({ token }) => (token.to ?? 0) >= later.stretch.from - sameWordMs)
    .slice(-alignedMax)
  const others = indexed(later.tokens)
    .filter(({ token }) => (token.from ?? 0) <= earlier.stretch.to + sameWordMs)
    .slice(0, alignedMax)
  const apart = (one: Token, other: Token): number => Math.abs((middle(one) ?? 0) - (middle(other) ?? 0))
  // best score of the words left from (i, j) on
  const best = Array.from({ length: ones.length + 1 }, () => new Float64Array(others.length + 1))
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0
  const paired = (i: number, j: number): number => {
    const [one, other] = [ones[i]?.token, others[j]?.token]
    if (!one || !other || one.key === '' || one.key !== other.key || apart(one, other) > sameWordMs) return -1
    return at(i + 1, j + 1) + (1 - apart(one, other) / sameWordMs) ** 2
  }
  for (let i = ones.length - 1; i >= 0; i -= 1)
    for (let j = others.length - 1; j >= 0; j -= 1) {
      const row = best[i]
      if (row) row[j] = Math.max(at(i + 1, j), at(i, j + 1), paired(i, j))
    }
  const pairs: Pair[] = []
  for (let i = 0, j = 0; i < ones.length && j < others.length; ) {
    const [one, other] = [ones[i], others[j]]
    if (one && other && paired(i, j) >= 0 && at(i, j) === paired(i, j)) {
      pairs.push({ earlier: one.index, later: other.index })
      i += 1
      j += 1
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return pairs
}

function indexed(tokens: readonly Token[]): readonly { readonly token: Token; readonly index: number }[] {
  return tokens.map((token, index) => ({ token, index }))
}

/**
 * Finds the longest run of equal words at the end of one part and the beginning of the other. At most two half-heard
 * words are skipped at the ends, and only for a run of two or more, because one word may really be said twice.
 */
function longestRun(
  earlier: readonly Token[],
  later: readonly Token[],
  window: number,
): { readonly earlier: number; readonly later: number; readonly length: number } | null {
  let found: { earlier: number; later: number; length: number } | null = null
  let foundWorth = 0
  for (let past = 0; past <= clippedMax; past += 1) {
    const end = earlier.length - past
    for (let start = 0; start <= Math.min(clippedMax, later.length); start += 1) {
      for (let length = Math.min(window, end, later.length - start); length > 0; length -= 1) {
        if (length === 1 && past + start > 0) continue
        const worth = length * 3 - past - start
        if (worth <= foundWorth || !isRun(earlier, end - length, later, start, length)) continue
        found = { earlier: end - length, later: start, length }
        foundWorth = worth
      }
    }
  }
  return found
}

function isRun(
  earlier: readonly Token[],
  from: number,
  later: readonly Token[],
  start: number,
  length: number,
): boolean {
  for (let index = 0; index < length; index += 1) {
    const key = earlier[from + index]?.key
    if (key === undefined || key === '' || key !== later[start + index]?.key) return false
  }
  return true
}
