import { createHash } from 'node:crypto'
import { z } from 'zod'
import { hashSchema, numberSchema, type Vector, vectorSchema, writerSchema } from './vector.ts'

/** The name of a version. The hash of its content keeps those of two copies of one disk apart. */
export interface Dot {
  readonly writer: string
  readonly number: number
  readonly hash: string
}

/** A value that can be written: one field of a row, or a whole row that never changes (`field` is empty). */
export interface Register {
  /** The chat, picture or other thing that the row belongs to. It is deleted and erased as a whole. */
  readonly item: string
  readonly entity: string
  readonly row: string
  readonly field: string
}

type Value = z.infer<ReturnType<typeof z.json>>

/** A value for a register. `over` names the versions that the user saw when writing. */
export interface WrittenValue {
  readonly kind: 'value'
  readonly register: Register
  readonly value: Value
  readonly over: readonly Dot[]
  /** Everything that was read when the item was moved to the bin; null for other values. */
  readonly seen: Vector | null
}

/** The end of an item: whatever of it is among `seen` is gone everywhere. */
export interface Erasure {
  readonly kind: 'erasure'
  readonly item: string
  readonly seen: Vector
}

/** A kind of change that a newer Atelier writes. It is kept and passed on. */
export interface UnknownChange {
  readonly kind: 'unknown'
}

export type Change = WrittenValue | Erasure | UnknownChange

/** One change by one writer. It never changes, and its text is passed on as it is, with fields that nobody here knows. */
export interface Version {
  readonly dot: Dot
  /** The hash of the writer's version before it; empty for the first. */
  readonly previous: string
  /** ms since 1970, later than every version that it replaces; see `nextStamp`. */
  readonly stamp: number
  readonly change: Change
  readonly text: string
}

/** Longest text of a version, in characters: longer than the longest message. */
const textMax = 64 * 1024 * 1024
const nameSchema = z.string().max(200)
const dotSchema = z
  .tuple([writerSchema, numberSchema, hashSchema])
  .transform(([writer, number, hash]): Dot => ({ writer, number, hash }))

const frameSchema = z.object({
  writer: writerSchema,
  number: numberSchema,
  previous: z.union([hashSchema, z.literal('')]),
  stamp: z.int().nonnegative(),
  kind: nameSchema,
})

const valueSchema = z.object({
  item: nameSchema,
  entity: nameSchema,
  row: nameSchema,
  field: nameSchema,
  value: z.json(),
  over: z.array(dotSchema).max(10_000),
  seen: vectorSchema.optional(),
})

const erasureSchema = z.object({ item: nameSchema, seen: vectorSchema })

/** Returns a version of a writer. `previous` is its last one's hash, or empty. */
export function makeVersion(
  {
    writer,
    number,
    previous,
    stamp,
  }: { readonly writer: string; readonly number: number; readonly previous: string; readonly stamp: number },
  change: WrittenValue | Erasure,
): Version {
  const text = JSON.stringify({ writer, number, previous, stamp, kind: change.kind, ...written(change) })
  return { dot: { writer, number, hash: hashOf(text) }, previous, stamp, change, text }
}

function written(change: WrittenValue | Erasure) {
  if (change.kind === 'erasure') return { item: change.item, seen: [...change.seen] }
  const { over, register, seen, value } = change
  return {
    ...register,
    value,
    over: over.map(({ writer, number, hash }) => [writer, number, hash]),
    ...(seen === null ? {} : { seen: [...seen] }),
  }
}

/** Reads the text of a version; null if it is none. */
export function readVersion(text: string): Version | null {
  if (text.length > textMax) return null
  const json = parsedJson(text)
  const frame = frameSchema.safeParse(json)
  if (!frame.success) return null
  const change = readChange(frame.data.kind, json)
  if (change === null) return null
  const { number, previous, stamp, writer } = frame.data
  return { dot: { writer, number, hash: hashOf(text) }, previous, stamp, change, text }
}

function readChange(kind: string, json: unknown): Change | null {
  if (kind === 'erasure') {
    const read = erasureSchema.safeParse(json)
    return read.success ? { kind, ...read.data } : null
  }
  if (kind !== 'value') return { kind: 'unknown' }
  const read = valueSchema.safeParse(json)
  if (!read.success) return null
  const { entity, field, item, over, row, seen = null, value } = read.data
  return { kind, register: { item, entity, row, field }, value, over, seen }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Returns the key of a dot in sets and maps. */
export function dotKey({ writer, number, hash }: Dot): string {
  return `${writer} ${number} ${hash}`
}

/** Returns the key of a register in maps. */
export function registerKey({ entity, field, item, row }: Register): string {
  return JSON.stringify([item, entity, row, field])
}

/**
 * Returns the stamp of a new version: the time of the clock, but later than the writer's last one and than everything
 * it replaces. Clocks may be wrong by years, so that no stamp is refused.
 */
export function nextStamp(now: number, lastOwn: number, replaced: readonly Version[]): number {
  return replaced.reduce((latest, { stamp }) => Math.max(latest, stamp + 1), Math.max(now, lastOwn + 1))
}

/** Compares versions by their stamps; equal ones by writer and number, so that all computers have the same order. */
export function byStamp(a: Version, b: Version): number {
  return (
    a.stamp - b.stamp ||
    (a.dot.writer < b.dot.writer ? -1 : a.dot.writer > b.dot.writer ? 1 : a.dot.number - b.dot.number)
  )
}
