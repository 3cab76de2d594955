import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'

const root = join(import.meta.dirname, '../..')
const fetches = join(import.meta.dirname, 'fetches.ts')

/**
 * Test files among `globs` that name `fetches.ts`, themselves or through the test files they name. Only these can tell
 * one network from the other. Paths are relative to the project, with
 * slashes.
 */
export function askingTests(globs: readonly string[]): readonly string[] {
  const known = new Set(globSync('test/**/*.{ts,tsx}', { cwd: root }).map((path) => join(root, path)))
  const named = new Map<string, readonly string[]>()

  function namedBy(file: string): readonly string[] {
    const found = named.get(file) ?? readNames(file).filter((path) => known.has(path))
    named.set(file, found)
    return found
  }

  function asks(test: string): boolean {
    const seen = new Set([test])
    for (const file of seen) for (const path of namedBy(file)) seen.add(path)
    return seen.has(fetches)
  }

  return globSync([...globs], { cwd: root })
    .filter((path) => asks(join(root, path)))
    .map((path) => path.replaceAll(sep, '/'))
}

/** Every path of a TypeScript file that a source names: imports, and files for threads and processes. */
function readNames(file: string): readonly string[] {
  const names = [...readFileSync(file, 'utf8').matchAll(/['"`]([^'"`\s]+\.tsx?)['"`]/g)].map(([, name]) => name ?? '')
  return names.flatMap((name) => [resolve(dirname(file), name), resolve(root, name)])
}
