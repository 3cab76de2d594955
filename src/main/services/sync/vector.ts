import { z } from 'zod'

/** The last change of a writer that was read: its number, and the hash that the next one continues. */
export interface Tip {
  readonly number: number
  readonly hash: string
}

/** How many changes of each writer were read. A writer's numbers begin at 1 and have no gaps. */
export type Vector = ReadonlyMap<string, number>

/** Names of writers are random ids (`storage/writer.ts`). */
export const writerSchema = z.uuid()
export const hashSchema = z.string().regex(/^[0-9a-f]{32}$/)
export const numberSchema = z.int().positive()

/** Most computers whose changes one list may tell of; a data folder gets a new writer only when it is copied or restored. */
const writersMax = 10_000

/** A vector in a file: a list of pairs, because a name from outside is no key of an object. */
export const vectorSchema = z
  .array(z.tuple([writerSchema, numberSchema]))
  .max(writersMax)
  .transform((pairs): Vector => new Map(pairs))

/** The tips of a computer in a file. */
export const tipsSchema = z
  .array(z.tuple([writerSchema, numberSchema, hashSchema]))
  .max(writersMax)
  .transform(
    (rows): ReadonlyMap<string, Tip> => new Map(rows.map(([writer, number, hash]) => [writer, { number, hash }])),
  )

/** Returns true if a change is among those that were read. */
export function isCovered(
  vector: Vector,
  { writer, number }: { readonly writer: string; readonly number: number },
): boolean {
  return number <= (vector.get(writer) ?? 0)
}

/** Returns the vector of these tips. */
export function vectorOf(tips: ReadonlyMap<string, Tip>): Vector {
  return new Map([...tips].map(([writer, { number }]) => [writer, number]))
}
