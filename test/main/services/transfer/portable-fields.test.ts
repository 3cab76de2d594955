import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { portableFields, timeMax, timeMin } from '../../../../src/main/services/transfer/portable-fields.ts'
import {
  choice,
  deletion,
  flag,
  id,
  integer,
  json,
  media,
  nullable,
  optional,
  real,
  table,
  text,
  time,
} from '../../../../src/main/storage/table.ts'

const boats = table('boats', {
  id,
  name: text(5),
  note: optional(text()),
  isAtSea: flag,
  kind: choice(['sail', 'oar'], 'oar'),
  size: json(z.object({ width: z.number() }), { width: 1 }),
  picture: nullable(media('images')),
  crew: integer,
  length: real,
  builtAt: time,
  deletedAt: deletion,
})
const schema = z.object(portableFields(boats))
const boat = {
  id: 'a',
  name: '舟',
  note: 'leaks',
  isAtSea: true,
  kind: 'sail',
  size: { width: 2 },
  picture: null,
  crew: 4,
  length: 9.5,
  builtAt: 5,
  deletedAt: null,
}

test('its types are those of the rows', () => {
  expectTypeOf<z.infer<typeof schema>['note']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<z.infer<typeof schema>['kind']>().toEqualTypeOf<'sail' | 'oar'>()
  expectTypeOf<z.infer<typeof schema>['picture']>().toEqualTypeOf<string | null>()
})

test('a row is read unchanged, with or without an optional value', () => {
  expect(schema.parse(boat)).toEqual(boat)
  const { note: _, ...bare } = boat
  expect(schema.parse({ ...bare, picture: 'a'.repeat(64) })).toEqual({ ...bare, picture: 'a'.repeat(64) })
})

test('times beyond the calendar are clamped to it', () => {
  expect(schema.parse({ ...boat, builtAt: -8e15, deletedAt: 8e15 })).toMatchObject({
    builtAt: timeMin,
    deletedAt: timeMax,
  })
})

test.each([
  { id: '' },
  { id: 'a'.repeat(101) },
  { name: 'longer' },
  { note: null },
  { note: 'x'.repeat(20_000_001) },
  { isAtSea: 1 },
  { kind: 'steam' },
  { size: { width: 'x' } },
  { picture: '../etc/passwd' },
  { crew: -1 },
  { crew: 1.5 },
  { length: -1 },
  { builtAt: 9e15 },
  { builtAt: null },
])('%o is refused', (change) => {
  expect(schema.safeParse({ ...boat, ...change }).success).toBe(false)
})
