/**
 * Longest text laid out as one piece, in UTF-16 units. The browser's work grows quadratically: 20,000 marks on one
 * letter, or letters of alternating scripts, take a second.
 */
export const pieceMax = 2_000

export interface TextPiece {
  readonly start: number
  readonly text: string
}

/** Splits a text into pieces that the browser lays out separately: after a line end if possible, else after a space. */
export function textPieces(text: string, max: number = pieceMax): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  for (let start = 0; start < text.length; ) {
    const end = text.length - start <= max ? text.length : cutBefore(text, start, start + max)
    pieces.push({ start, text: text.slice(start, end) })
    start = end
  }
  return pieces
}

function cutBefore(text: string, start: number, end: number): number {
  const part = text.slice(start, end)
  for (const sign of ['\n', ' ']) {
    const at = part.lastIndexOf(sign)
    if (at >= part.length / 2) return start + at + 1
  }
  // never inside a surrogate pair
  return /[\ud800-\udbff]$/.test(part) ? end - 1 : end
}
