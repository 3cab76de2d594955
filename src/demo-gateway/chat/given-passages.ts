/** A numbered passage in a message, to answer from. */
export interface GivenPassage {
  readonly number: number
  readonly text: string
}

export interface GivenPassages {
  readonly passages: readonly GivenPassage[]
  /** The message without the passages. */
  readonly question: string
}

/**
 * Reads numbered passages between two equal lines, each as `[1] title` with its text below. Null for a message without
 * any.
 */
export function readGivenPassages(message: string): GivenPassages | null {
  const lines = message.split('\n')
  const from = lines.findIndex((line) => /^data-[0-9a-f]{8,}$/.test(line))
  const to = from < 0 ? -1 : lines.indexOf(lines[from] ?? '', from + 1)
  if (to < 0) return null
  const passages: { number: number; lines: string[] }[] = []
  for (const line of lines.slice(from + 1, to)) {
    const number = /^\[(\d{1,4})\] /.exec(line)?.[1]
    if (number !== undefined) passages.push({ number: Number(number), lines: [] })
    else passages.at(-1)?.lines.push(line)
  }
  return {
    passages: passages.map(({ lines: said, number }) => ({ number, text: said.join('\n').trim() })),
    question: lines
      .slice(to + 1)
      .join('\n')
      .trim(),
  }
}

/** Returns the first sentence of a text, without Markdown headings. */
export function firstSentence(text: string): string {
  const prose = text.replace(/^#+ .*$/gm, '').trim()
  return (/^[\s\S]*?(?:[.!?](?=\s|$)|[。！？])/.exec(prose)?.[0] ?? prose).replace(/\s+/g, ' ').slice(0, 240)
}
