/** A version by Semantic Versioning 2.0.0, without build metadata. */
const pattern = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/

export function isVersion(text: string): boolean {
  return text.length <= 64 && pattern.test(text)
}

/**
 * Returns true if version `a` is above `b`. False if either is not a version, so that nothing unknown is ever
 * installed.
 */
export function isNewer(a: string, b: string): boolean {
  const [one, other] = [partsOf(a), partsOf(b)]
  if (one === null || other === null) return false
  for (const [at, number] of one.numbers.entries()) {
    const difference = number - (other.numbers[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return comparePrerelease(one.prerelease, other.prerelease) > 0
}

function partsOf(
  version: string,
): { readonly numbers: readonly number[]; readonly prerelease: readonly string[] } | null {
  const found = version.length <= 64 ? pattern.exec(version) : null
  if (found === null) return null
  return { numbers: found.slice(1, 4).map(Number), prerelease: found[4]?.split('.') ?? [] }
}

/** Compares two prerelease parts (semver.org, 11.4). */
function comparePrerelease(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const [one = '', other = ''] = [a[at], b[at]]
    if (one === other) continue
    const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)]
    if (isNumber && isOtherNumber) return Number(one) - Number(other)
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
    return one < other ? -1 : 1
  }
  return a.length - b.length
}
