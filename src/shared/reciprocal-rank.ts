/** Softens the difference between the first ranks: https://doi.org/10.1145/1571941.1572114 */
const rankOffset = 60

/** Returns the weight of a rank, for the sum over several rankings. The first rank has the index 0. */
export function reciprocalRank(index: number): number {
  return 1 / (rankOffset + index + 1)
}
