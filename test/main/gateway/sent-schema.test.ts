import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sentSchema } from '../../../src/main/gateway/sent-schema.ts'

/** The schema as a request holds it. */
const sent = (schema: Readonly<Record<string, unknown>>): unknown => JSON.parse(JSON.stringify(sentSchema(schema)))
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })

describe('an incomplete schema is completed', () => {
  test.each<readonly [string, Readonly<Record<string, unknown>>, unknown]>([
    ['an object without properties', { type: 'object' }, object({})],
    ['nothing at all', {}, object({})],
    ['properties that are a list', { type: 'object', properties: [] }, object({})],
    ['an array without items', object({ x: { type: 'array' } }), object({ x: { type: 'array', items: {} } })],
    [
      'an array that may be null',
      object({ x: { type: ['array', 'null'] } }),
      object({ x: { type: ['array', 'null'], items: {} } }),
    ],
    [
      'an array of arrays',
      object({ x: { type: 'array', items: { type: 'array' } } }),
      object({ x: { type: 'array', items: { type: 'array', items: {} } } }),
    ],
    [
      'a tuple of earlier drafts',
      object({ x: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] } }),
      object({ x: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } } }),
    ],
    ['an object within, which may lack them', object({ x: { type: 'object' } }), object({ x: { type: 'object' } })],
    [
      'arrays in alternatives and definitions',
      object({ x: { anyOf: [{ type: 'array' }, { type: 'null' }] } }, { $defs: { y: { type: 'array' } } }),
      object(
        { x: { anyOf: [{ type: 'array', items: {} }, { type: 'null' }] } },
        { $defs: { y: { type: 'array', items: {} } } },
      ),
    ],
    ['booleans as schemas', object({ x: true, y: false }), object({ x: {}, y: { not: {} } })],
    ['a reference without a text', { $ref: { toString: [] } }, object({})],
    ['types that do not exist', object({ x: { type: 'any' } }), object({ x: {} })],
    ['an empty enum', object({ x: { type: 'string', enum: [] } }), object({ x: { type: 'string' } })],
    [
      'required members that are not described',
      object({ x: {} }, { required: ['x', 'y'] }),
      object({ x: {} }, { required: ['x'] }),
    ],
    [
      'required members of an earlier draft',
      object({ x: { type: 'string', required: true } }),
      object({ x: { type: 'string' } }),
    ],
    ['the mark of a dialect', object({}, { $schema: 'http://json-schema.org/draft-07/schema#' }), object({})],
  ])('%s', (_what, schema, expected) => {
    expect(sent(schema)).toEqual(expected)
  })
})

describe('alternatives at the top are one object', () => {
  const [x, y] = [{ type: 'string' }, { type: 'number' }]
  test.each(['anyOf', 'oneOf'])('joins alternatives into one object: %s', (keyword) => {
    const alternatives = [object({ x, y }, { required: ['x', 'y'] }), object({ x }, { required: ['x'] })]
    expect(sent({ type: 'object', [keyword]: alternatives })).toEqual(object({ x, y }, { required: ['x'] }))
  })

  test('joins allOf and a reference into one object', () => {
    expect(sent({ allOf: [object({ x }, { required: ['x'] }), object({ y }, { required: ['y'] })] })).toEqual(
      object({ x, y }, { required: ['x', 'y'] }),
    )
    const $defs = { input: object({ x }, { required: ['x'] }) }
    expect(sent({ $ref: '#/$defs/input', $defs })).toEqual(object({ x }, { required: ['x'], $defs }))
  })

  test('alternatives with only what they require become one object', () => {
    expect(sent(object({ x, y }, { anyOf: [{ required: ['x'] }, { required: ['y'] }] }))).toEqual(object({ x, y }))
  })
})

test('members of a schema that are named like keywords are kept as members', () => {
  const properties = {
    type: { type: 'string', enum: ['a', 'b'] },
    items: { type: 'string' },
    properties: { type: 'string' },
    required: { type: 'boolean' },
    anyOf: { type: 'array', items: { type: 'string' } },
    enum: { type: 'string' },
    $schema: { type: 'string' },
  }
  const schema = object(properties, { required: ['type', 'anyOf'] })
  expect(sent(schema)).toEqual(schema)
})

test('values are never read as schemas', () => {
  const values = {
    default: { type: 'array' },
    examples: [{ type: 'object' }],
    const: { $schema: 1 },
    enum: [{ items: [] }],
  }
  const schema = object({ x: { ...values, description: 'd' } })
  expect(sent(schema)).toEqual(schema)
})

test('a complete schema is sent unchanged', () => {
  const schema = object(
    {
      city: { type: 'string', description: 'A city', minLength: 1, pattern: '^.' },
      days: { type: ['integer', 'null'], minimum: 1, default: null },
      tags: { type: 'array', items: { type: 'string', enum: ['a'] }, maxItems: 3 },
      more: object({ deep: { oneOf: [{ type: 'string' }, { type: 'number' }] } }, { additionalProperties: false }),
      map: { type: 'object', additionalProperties: { type: 'string' } },
    },
    { required: ['city'], additionalProperties: false, description: 'Weather' },
  )
  expect(sent(schema)).toEqual(schema)
})

test('a schema nested without end is cut', () => {
  let schema: Record<string, unknown> = { type: 'array' }
  for (let depth = 0; depth < 5_000; depth += 1) schema = { type: 'array', items: schema }
  expect(JSON.stringify(sentSchema(object({ x: schema }))).length).toBeLessThan(5_000)
})

test('anything from a server becomes an object schema', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('type', 'properties', 'items', 'anyOf', 'allOf', 'required', '$ref', '__proto__', 'x'),
        fc.jsonValue(),
      ),
      (schema) => {
        expect(sent(schema)).toMatchObject({ type: 'object', properties: {} })
      },
    ),
  )
})
