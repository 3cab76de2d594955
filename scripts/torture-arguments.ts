/**
 * Rounds and seed of a torture script, from its first two words. Without them, the usual number of rounds and a seed of the
 * clock. Throws for anything but whole numbers, because a run without rounds finds nothing wrong.
 */
export function roundsAndSeed(
  usualRounds: number,
  words: readonly string[] = process.argv.slice(2),
): { readonly rounds: number; readonly seed: number } {
  return { rounds: wholeNumber(words[0], usualRounds, 1), seed: wholeNumber(words[1], Date.now() % 1_000_000, 0) }
}

function wholeNumber(word: string | undefined, usual: number, least: number): number {
  const number = Number(word ?? usual)
  if (!Number.isSafeInteger(number) || number < least) throw new Error(`not a number of rounds or a seed: ${word}`)
  return number
}
