import type { SubtitleRules } from '../../../../shared/transcript.ts'
import { brokenLines, type Line } from './line-breaking.ts'

/** Chinese and Japanese cues preferably end after a sentence, then after a part of one. */
const sentenceEnd = /[。！？…]/u
const partEnd = /[，、；：—]/u
/** Minimum filled share of a cue before a sentence, or a part of one, may end it. */
const [sentenceShare, partShare] = [0.35, 0.5]
/** Closing marks that stay with the text before them. */
const closing = /[。！？…，、；：」』】〕）》〉”’"')\]]/u

/**
 * Returns the lines of each cue that a text needs within the rules. A text that needs several is divided after
 * punctuation if the cue is then well filled, else between words. The time grows with the text only.
 */
export function cueLines(text: string, { lineWidth, lines: linesMax }: SubtitleRules): readonly (readonly Line[])[] {
  const cues: (readonly Line[])[] = []
  for (let at = 0; at < text.length; ) {
    let window = lineWidth * linesMax * 4
    let lines = brokenLines(text.slice(at, at + window), lineWidth)
    // characters of several units and no width
    while (lines.length <= linesMax && at + window < text.length) {
      window *= 2
      lines = brokenLines(text.slice(at, at + window), lineWidth)
    }
    const cue = lines.length <= linesMax ? lines : divided(text.slice(at), lines.slice(0, linesMax), lineWidth)
    const end = cue.at(-1)?.end ?? text.length
    if (cue.length > 0) cues.push(cue.map((line) => ({ ...line, start: line.start + at, end: line.end + at })))
    at = lines.length <= linesMax ? text.length : at + Math.max(1, end)
  }
  return cues
}

/** Returns the lines up to the best end among them. */
function divided(text: string, lines: readonly Line[], lineWidth: number): readonly Line[] {
  const whole = text.slice(0, lines.at(-1)?.end ?? 0)
  const end = lastAfter(whole, sentenceEnd, sentenceShare) ?? lastAfter(whole, partEnd, partShare)
  if (end === null || end === whole.length) return lines
  const shorter = brokenLines(whole.slice(0, end), lineWidth)
  return shorter.length <= lines.length ? shorter : lines
}

/**
 * Returns the offset after the last such mark, and the closing marks after it, within the last part of a text. Null for
 * none.
 */
function lastAfter(text: string, mark: RegExp, share: number): number | null {
  for (let at = text.length - 1; at >= text.length * share; at -= 1) {
    if (!mark.test(text.charAt(at))) continue
    let end = at + 1
    while (end < text.length && closing.test(text.charAt(end))) end += 1
    return end
  }
  return null
}
