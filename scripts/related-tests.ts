import { posix } from 'node:path'

/** Imports between files, as project paths with forward slashes. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

export interface RelatedTests {
  readonly chosen: readonly string[]
  /** Number of tests that import a change but exceed the time budget. */
  readonly left: number
}

const isTest = (path: string): boolean => /^test\/(?!e2e\/|bench\/|fuzz\/).+\.test\.tsx?$/.test(path)
const nameOf = (path: string): string => posix.basename(path).replace(/(\.test)?\.tsx?$/, '')

/**
 * Selects tests that import a changed file and fit into `budgetMs` together.
 * The closest come first: changed tests, then direct importers, then theirs; among equals those named after a changed
 * file, then the shortest.
 */
export function relatedTests(
  graph: ImportGraph,
  changed: readonly string[],
  budgetMs: number,
  durationOf: (test: string) => number,
): RelatedTests {
  const importers = new Map<string, string[]>()
  for (const [path, imports] of graph)
    for (const imported of imports) importers.set(imported, [...(importers.get(imported) ?? []), path])
  const names = new Set(changed.map(nameOf))
  const seen = new Set(changed)
  const chosen: string[] = []
  let [spentMs, left] = [0, 0]
  for (let ring = [...seen]; ring.length > 0; ) {
    const tests = ring.filter((path) => isTest(path) && graph.has(path))
    const rank = (test: string): number => (names.has(nameOf(test)) ? 0 : 1)
    for (const test of tests.toSorted((a, b) => rank(a) - rank(b) || durationOf(a) - durationOf(b))) {
      const durationMs = durationOf(test)
      if (spentMs + durationMs > budgetMs) {
        left += 1
        continue
      }
      spentMs += durationMs
      chosen.push(test)
    }
    const next = new Set(ring.flatMap((path) => importers.get(path) ?? []).filter((path) => !seen.has(path)))
    for (const path of next) seen.add(path)
    ring = [...next]
  }
  return { chosen, left }
}
