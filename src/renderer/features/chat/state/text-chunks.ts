/** Returns the innermost chunk of a long message that holds an offset of its text; undefined in a short one. */
export function chunkAt(article: Element, start: number): HTMLElement | undefined {
  const chunks = [...article.querySelectorAll<HTMLElement>('[data-text-start]')]
  return chunks.findLast(({ dataset }) => Number(dataset.textStart) <= start)
}

/**
 * Returns true if a chunk between two heights is not rendered yet. It gets its real height later, and moves the text
 * below.
 */
export function hasEmptyChunk(article: Element, from: number, to: number): boolean {
  return [...article.querySelectorAll('[data-text-start]:empty')].some((chunk) => {
    const { top, bottom } = chunk.getBoundingClientRect()
    return bottom > from && top < to
  })
}
