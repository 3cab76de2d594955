import { z } from 'zod'

/** Makes values for schemas from one random source. */
export interface ValueMaker {
  readonly random: () => number
  /** Ids that exist, or may exist, in the app under test. */
  readonly knownIds: readonly string[]
}

const strings = [
  'a',
  '茶 celadon 🍵',
  'line one\nline two',
  '',
  ' ',
  '0',
  'demo',
  'demo-chat',
  '1024x1024',
  'zh-CN',
  'https://127.0.0.1:9/v1',
  'http://127.0.0.1:9/picture.png',
  'model:demo-chat kind:image "quoted" -minus',
  '../../etc/passwd',
  '/nonexistent/folder',
  '\u0000',
  '\u202eabc',
  '\ud800',
  "' OR 1=1 --",
  '%_[]*"',
  'f'.repeat(64),
  'x'.repeat(201),
  '2026-11-22',
]
const numbers = [0, 1, 2, 3, 5, 10, 50, 100, 0.5, 1000, 1_800_000_000_000, -1, 2 ** 31, 2 ** 53, 1e300]

/** One of a list. The list must not be empty. */
export function pick<T>(random: () => number, from: readonly T[]): T {
  const found = from[Math.floor(random() * from.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

function newUuid(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16))
  hex[12] = '4'
  hex[16] = '8'
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A value that mostly fits the schema. Leaves are chosen from candidates that the schema accepts, if there are any. */
export function valueFor(schema: unknown, maker: ValueMaker): unknown {
  const { random } = maker
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape).flatMap(([key, part]) =>
        part instanceof z.ZodOptional && random() < 0.4 ? [] : [[key, valueFor(part, maker)]],
      ),
    )
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodReadonly || schema instanceof z.ZodDefault)
    return valueFor(schema.unwrap(), maker)
  if (schema instanceof z.ZodNullable) return random() < 0.3 ? null : valueFor(schema.unwrap(), maker)
  if (schema instanceof z.ZodArray) {
    const length = Math.floor(random() * 4)
    return Array.from({ length }, () => valueFor(schema.element, maker))
  }
  if (schema instanceof z.ZodUnion) return valueFor(pick(random, schema.options), maker)
  if (schema instanceof z.ZodRecord) return { [pick(random, strings)]: valueFor(schema.valueType, maker) }
  if (schema instanceof z.ZodTuple) return schema.def.items.map((part) => valueFor(part, maker))
  if (schema instanceof z.ZodPipe) return valueFor(schema.in, maker)
  if (schema instanceof z.ZodType) return leafFor(schema, maker)
  return null
}

function leafFor(schema: z.ZodType, { random, knownIds }: ValueMaker): unknown {
  if (schema instanceof z.ZodEnum) return pick(random, schema.options)
  if (schema instanceof z.ZodLiteral) return pick(random, [...schema.values])
  if (schema instanceof z.ZodBoolean) return random() < 0.5
  const candidates = [
    ...(knownIds.length === 0 ? [] : [pick(random, knownIds), pick(random, knownIds)]),
    newUuid(random),
    pick(random, strings),
    pick(random, strings),
    pick(random, numbers),
    pick(random, numbers),
    1,
    'a',
  ]
  const fitting = candidates.filter((candidate) => schema.safeParse(candidate).success)
  return pick(random, fitting.length === 0 ? candidates : fitting)
}
