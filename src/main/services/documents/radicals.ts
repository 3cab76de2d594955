/**
 * Writes radicals as the characters that they stand for. Chromium prints 方 as the radical ⽅, which no search finds.
 * Only the two blocks of radicals change: NFKC of a whole text would also turn ，（） into ASCII.
 */
export function withoutRadicals(text: string): string {
  return text.replace(/[\u2e80-\u2ef3\u2f00-\u2fd5]/g, (radical) => radical.normalize('NFKC'))
}
