import { readFile, stat } from 'node:fs/promises'
import { fail } from '../../../shared/errors.ts'
import { type LibraryProblem, promptFileMax } from '../../../shared/prompt-limits.ts'
import { isWithin } from '../../json-bounds.ts'

export type Entry = Readonly<Record<string, unknown>>

/** Members, items and nesting of a file; a library of 1,000 entries has far fewer. */
const bounds = { bytes: promptFileMax, values: 50_000, depth: 12 }

/** Reads a library file completely; resolves to null if it is too large. Throws an AppFailure `not_found`. */
export async function readLibraryFile(path: string): Promise<Buffer | null> {
  try {
    return (await stat(path)).size > promptFileMax ? null : await readFile(path)
  } catch {
    return fail('not_found', 'the file cannot be read')
  }
}

/** Parses a JSON list at the root or under one of `names`, and returns its objects. */
export function entriesOf(file: Buffer | null, names: readonly string[]): readonly Entry[] | LibraryProblem {
  if (file === null || !isWithin(file, bounds)) return 'large'
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(file))
  } catch {
    return 'json'
  }
  const lists = isEntry(value) ? names.map((name) => memberOf(value, name)) : [value]
  const entries = lists.flatMap((list) => (Array.isArray(list) ? list.filter(isEntry) : []))
  return entries.length === 0 ? 'none' : entries
}

/** Returns the first text under one of `names` that is not blank, without halves of characters. */
export function entryTextOf(entry: Entry, names: readonly string[]): string | undefined {
  return names
    .map((name) => memberOf(entry, name))
    .find((value): value is string => typeof value === 'string' && value.trim() !== '')
    ?.toWellFormed()
}

function memberOf(entry: object, name: string): unknown {
  return Object.entries(entry).find(([key]) => key === name)?.[1]
}

export function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
