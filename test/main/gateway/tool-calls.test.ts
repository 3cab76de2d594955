import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requestedCallsMax, ToolCallAssembler } from '../../../src/main/gateway/tool-calls.ts'

type Piece = Readonly<Record<string, unknown>>

function assembled(...deltas: readonly (readonly Piece[] | Piece)[]) {
  const assembler = new ToolCallAssembler()
  for (const delta of deltas) assembler.readToolCalls(delta)
  return assembler.calls().map(({ id, name, arguments: said }) => [id, name, said])
}

const head = (index: number | undefined, id: string | undefined, name: string, said?: unknown): Piece => ({
  ...(index === undefined ? {} : { index }),
  ...(id === undefined ? {} : { id }),
  type: 'function',
  function: { name, ...(said === undefined ? {} : { arguments: said }) },
})
const tail = (index: number | undefined, said: string, id?: string): Piece => ({
  ...(index === undefined ? {} : { index }),
  ...(id === undefined ? {} : { id }),
  function: { arguments: said },
})

describe('calls in pieces', () => {
  test('joins the usual format: a head with id and name, then arguments by index', () => {
    expect(
      assembled(
        [head(0, 'a', 'one', '')],
        [tail(0, '{"x"')],
        [head(1, 'b', 'two', '')],
        [tail(0, ':1}')],
        [tail(1, '{}')],
      ),
    ).toEqual([
      ['a', 'one', '{"x":1}'],
      ['b', 'two', '{}'],
    ])
  })

  test('reads whole calls without index, one per delta', () => {
    expect(assembled([head(undefined, 'a', 'one', '{"x":1}')], [head(undefined, 'b', 'two', '{"y":2}')])).toEqual([
      ['a', 'one', '{"x":1}'],
      ['b', 'two', '{"y":2}'],
    ])
  })

  test('reads several calls that all have index 0', () => {
    expect(assembled([head(0, 'a', 'one', '{"x":1}')], [head(0, 'b', 'one', '{"x":2}')])).toEqual([
      ['a', 'one', '{"x":1}'],
      ['b', 'one', '{"x":2}'],
    ])
    expect(assembled([head(0, undefined, 'one', '{"x":1}')], [head(0, undefined, 'two', '{"x":1}')])).toEqual([
      [null, 'one', '{"x":1}'],
      [null, 'two', '{"x":1}'],
    ])
  })

  test('joins a head on index 0 with its tail on index 1', () => {
    expect(assembled([head(0, 'a', 'one', '')], [tail(1, '{"x":')], [tail(1, '1}')])).toEqual([['a', 'one', '{"x":1}']])
  })

  test('joins pieces that all carry the id, with and without the name', () => {
    expect(assembled([head(0, 'a', 'one', '{"x"')], [tail(0, ':1}', 'a')])).toEqual([['a', 'one', '{"x":1}']])
    expect(assembled([head(0, 'a', 'one', '{"x"')], [head(0, 'a', 'one', ':1}')])).toEqual([['a', 'one', '{"x":1}']])
  })

  test('joins pieces with different ids, of which only the first has the name', () => {
    expect(assembled([head(0, 'a', 'one', '')], [tail(0, '{"x"', 'b')], [tail(0, ':1}', 'c')])).toEqual([
      ['a', 'one', '{"x":1}'],
    ])
    expect(
      assembled(
        [head(0, 'a', 'one', ''), head(1, 'b', 'two', '')],
        [tail(0, '{"x":1}', 'c'), tail(1, '{"y"', 'd')],
        [tail(1, ':2}', 'e')],
      ),
    ).toEqual([
      ['a', 'one', '{"x":1}'],
      ['b', 'two', '{"y":2}'],
    ])
  })

  test('a finished call repeated under a new index counts once', () => {
    expect(assembled([head(0, 'a', 'one', '')], [tail(0, '{"x":1}')], [head(1, 'a', 'one', '{"x":1}')])).toEqual([
      ['a', 'one', '{"x":1}'],
    ])
    expect(assembled([head(0, 'a', 'one', '{"x":1}')], [head(0, 'a', 'one', '{"x":1}')])).toEqual([
      ['a', 'one', '{"x":1}'],
    ])
  })

  test('joins pieces that all carry the name, without an id', () => {
    expect(assembled([head(0, undefined, 'one', '{"x"')], [head(0, undefined, 'one', ':1}')])).toEqual([
      [null, 'one', '{"x":1}'],
    ])
  })

  test('accepts an id that comes after the head', () => {
    expect(assembled([head(0, undefined, 'one', '')], [{ index: 0, id: 'a' }], [tail(0, '{}')])).toEqual([
      ['a', 'one', '{}'],
    ])
  })

  test('accepts arguments that are an object, empty or absent', () => {
    expect(
      assembled(
        [head(0, 'a', 'one', { x: 1 })],
        [head(1, 'b', 'two', '')],
        [head(2, 'c', 'three')],
        [head(3, 'd', 'four', null)],
      ),
    ).toEqual([
      ['a', 'one', '{"x":1}'],
      ['b', 'two', '{}'],
      ['c', 'three', '{}'],
      ['d', 'four', '{}'],
    ])
  })

  test('accepts one call without the list, and name and arguments without "function"', () => {
    expect(assembled(head(0, 'a', 'one', '{}'))).toEqual([['a', 'one', '{}']])
    expect(assembled([{ id: 'a', name: 'one', arguments: '{}' }])).toEqual([['a', 'one', '{}']])
  })

  test('reads the older function_call', () => {
    const assembler = new ToolCallAssembler()
    assembler.readFunctionCall({ name: 'one', arguments: '' })
    assembler.readFunctionCall({ arguments: '{"x":' })
    assembler.readFunctionCall({ arguments: '1}' })
    expect(assembler.calls()).toEqual([{ id: null, name: 'one', arguments: '{"x":1}', extra: {} }])
  })

  describe('calls under one id', () => {
    const both = [
      ['a', 'one', '{"x":1}'],
      ['a', 'one', '{"x":2}'],
    ]
    test.each<readonly [string, readonly (readonly Piece[])[]]>([
      ['at another index', [[head(0, 'a', 'one', '{"x":1}')], [head(1, 'a', 'one', '{"x":2}')]]],
      ['without an index', [[head(undefined, 'a', 'one', '{"x":1}')], [head(undefined, 'a', 'one', '{"x":2}')]]],
      ['at the same index', [[head(0, 'a', 'one', '{"x":1}')], [head(0, 'a', 'one', '{"x":2}')]]],
      ['without its name', [[head(0, 'a', 'one', '{"x":1}')], [tail(0, '{"x":2}', 'a')]]],
      ['in one delta', [[head(0, 'a', 'one', '{"x":1}'), head(1, 'a', 'one', '{"x":2}')]]],
      [
        'in pieces at another index',
        [
          [head(0, 'a', 'one', '')],
          [tail(0, '{"x"')],
          [tail(0, ':1}')],
          [head(1, 'a', 'one', '')],
          [tail(1, '{"x"')],
          [tail(1, ':2}')],
        ],
      ],
      [
        'in pieces at the same index',
        [[head(0, 'a', 'one', '')], [tail(0, '{"x":1}')], [head(0, 'a', 'one', '{"x"')], [tail(0, ':2}', 'a')]],
      ],
    ])('a second call %s is another call', (_where, deltas) => {
      expect(assembled(...deltas)).toEqual(both)
    })

    test('another name under one id is another call, each with its own pieces', () => {
      expect(
        assembled([head(0, 'a', 'one', '{"x"')], [head(1, 'a', 'two', '{"y"')], [tail(0, ':1}')], [tail(1, ':2}')]),
      ).toEqual([
        ['a', 'one', '{"x":1}'],
        ['a', 'two', '{"y":2}'],
      ])
      expect(assembled([head(undefined, 'a', 'one', '{}')], [head(undefined, 'a', 'two', '{}')])).toEqual([
        ['a', 'one', '{}'],
        ['a', 'two', '{}'],
      ])
    })

    test('the same call under one id, formatted differently or in pieces, is not a second call', () => {
      expect(assembled([head(0, 'a', 'one', '{"x":1,"y":2}')], [head(1, 'a', 'one', '{ "y": 2, "x": 1 }')])).toEqual([
        ['a', 'one', '{"x":1,"y":2}'],
      ])
      expect(
        assembled([head(0, 'a', 'one', '{"x":1}')], [head(1, 'a', 'one', '')], [tail(1, '{"x"')], [tail(1, ':1}')]),
      ).toEqual([['a', 'one', '{"x":1}']])
      expect(assembled([head(0, 'a', 'one', '{"x":1}')], [head(1, 'a', 'one', '')])).toEqual([['a', 'one', '{"x":1}']])
    })
  })

  test('arguments nested without end are compared as texts', () => {
    const deep = (end: number) => `${'{"x":'.repeat(50_000)}${end}${'}'.repeat(50_000)}`
    const calls = assembled(
      [head(0, 'a', 'one', deep(1))],
      [head(1, 'a', 'one', deep(2))],
      [head(2, 'a', 'one', deep(1))],
    )
    expect(calls.length).toBe(2)
  })

  test('later arguments replace empty ones that announce a call', () => {
    const whole = [['a', 'one', '{"x":1}']]
    expect(assembled([head(0, 'a', 'one', '{}')], [tail(0, '{"x"')], [tail(0, ':1}')])).toEqual(whole)
    expect(assembled([head(0, 'a', 'one', {})], [tail(0, '{"x":1}', 'a')])).toEqual(whole)
    expect(assembled([head(0, 'a', 'one', 'null')], [tail(0, '{"x":1}')])).toEqual(whole)
  })

  test('whole arguments after the pieces, without id and name, count once', () => {
    expect(assembled([head(0, 'a', 'one', '{"x"')], [tail(0, ':1}')], [tail(0, '{"x": 1}')])).toEqual([
      ['a', 'one', '{"x":1}'],
    ])
    expect(assembled([head(0, 'a', 'one', '{"x":1}{"x":1}')])).toEqual([['a', 'one', '{"x":1}']])
  })

  test.each(['null', ' null ', 'undefined', '""', '"{}"', '{}{}', '[]', ''])(
    'the arguments %j count as no arguments',
    (said) => {
      expect(assembled([head(0, 'a', 'one', said)])).toEqual([['a', 'one', '{}']])
    },
  )

  test('accepts a name that comes after the arguments, with or without an id', () => {
    const call = (id: string | null) => [[id, 'one', '{"x":1}']]
    expect(assembled([tail(0, '{"x"', 'a')], [head(0, 'a', 'one', ':1}')])).toEqual(call('a'))
    expect(assembled([tail(0, '{"x":1}', 'a')], [head(0, undefined, 'one', '')])).toEqual(call('a'))
    expect(assembled([tail(0, '{"x"')], [tail(0, ':1}')], [head(0, 'a', 'one', '')])).toEqual(call('a'))
    expect(assembled([tail(0, '{"x":1}')], [head(0, undefined, 'one')])).toEqual(call(null))
    expect(assembled([tail(undefined, '{"x":1}', 'a')], [head(undefined, 'a', 'one')])).toEqual(call('a'))
  })

  test('keeps unknown members unchanged', () => {
    const assembler = new ToolCallAssembler()
    const signed = { google: { thought_signature: 'c2ln' } }
    assembler.readToolCalls([{ ...head(0, 'a', 'one', '{}'), extra_content: signed }])
    expect(assembler.calls()[0]?.extra).toEqual({ extra_content: signed })
  })

  test('accepts an id of any length and any characters', () => {
    const id = `call|${'签'.repeat(5000)}`
    expect(assembled([head(0, id, 'one', '{}')], [tail(0, '', id)])).toEqual([[id, 'one', '{}']])
  })

  test('pieces without a call are counted, and anything else is ignored', () => {
    const assembler = new ToolCallAssembler()
    assembler.readToolCalls([tail(0, '{}'), null, 3, 'text', []])
    expect(assembler.isEmpty).toBe(true)
    expect(assembler.skipped).toBe(1)
  })

  test('drops calls beyond the limit', () => {
    const assembler = new ToolCallAssembler()
    for (let n = 0; n < requestedCallsMax + 50; n += 1) assembler.readToolCalls([head(n, `id ${n}`, 'one', '{}')])
    expect(assembler.calls().length).toBe(requestedCallsMax)
    expect(assembler.skipped).toBe(50)
  })

  test('endless arguments are bounded, and cost no more than their length', () => {
    const assembler = new ToolCallAssembler()
    const piece = '}'.repeat(64)
    for (let n = 0; n < 200_000; n += 1) assembler.readToolCalls([head(0, 'a', 'one', n === 0 ? '{"x":"' : piece)])
    expect(assembler.calls()[0]?.arguments.length).toBeLessThanOrEqual(8 * 1024 * 1024)
    expect(assembler.skipped).toBeGreaterThan(0)
  })
})

test('any split of well-formed calls gives the same calls', () => {
  const call = fc.record({ id: fc.uuid(), name: fc.constantFrom('one', 'two', 'three'), input: fc.json() })
  const calls = fc.uniqueArray(call, { selector: ({ id }) => id, minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(calls, fc.integer({ min: 1, max: 7 }), fc.boolean(), (said, step, isIdRepeated) => {
      const assembler = new ToolCallAssembler()
      said.forEach(({ id, name, input }, index) => {
        const text = JSON.stringify({ input })
        assembler.readToolCalls([head(index, id, name, '')])
        for (let at = 0; at < text.length; at += step)
          assembler.readToolCalls([tail(index, text.slice(at, at + step), isIdRepeated ? id : undefined)])
      })
      expect(assembler.calls().map(({ id, name, arguments: text }) => ({ id, name, text }))).toEqual(
        said.map(({ id, name, input }) => ({ id, name, text: JSON.stringify({ input }) })),
      )
    }),
  )
})
