/** A random source of numbers in [0, 1); equal seeds give equal sequences. */
export type Random = () => number

/** Hashes a text to a 32-bit number (FNV-1a over UTF-16 units, then mixed); the same on every machine. */
export function hashText(text: string, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Creates a reproducible random source (mulberry32); not for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Picks one item. The list must not be empty. */
export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('Cannot pick from an empty list')
  return item
}

/** Picks an integer from `low` to `high`, both included. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1))
}

/**
 * Returns a function that draws from a list without repeating an item before all have been drawn. The list must not be
 * empty.
 */
export function createDeck<T>(random: Random, items: readonly T[]): () => T {
  let rest: T[] = []
  return () => {
    if (rest.length === 0) rest = [...items]
    const drawn = pick(random, rest)
    rest.splice(rest.indexOf(drawn), 1)
    return drawn
  }
}
