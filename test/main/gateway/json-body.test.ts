import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonBody } from '../../../src/main/gateway/json-body.ts'

const textOf = async (body: Uint8Array<ArrayBuffer> | Blob) => await new Response(body).text()
const asIs = (item: object) => item

describe('the body of a request', () => {
  test('the body is the JSON of its fields and its list, for any values', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }),
        fc.array(fc.record({ role: fc.string(), content: fc.string({ unit: 'binary' }) }), { maxLength: 20 }),
        fc.constantFrom(0, 70_000),
        async (fields, items, longer) => {
          const { messages: _, ...others } = fields
          const list = items.map((item) => ({ ...item, content: item.content + '长'.repeat(longer) }))
          const body = await jsonBody(others, { name: 'messages', items: list, sent: asIs })
          expect(await textOf(body)).toBe(JSON.stringify({ ...others, messages: list }))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('leaves out fields without a value', async () => {
    const body = await jsonBody({ model: 'm', tools: undefined }, { name: 'input', items: [], sent: asIs })
    expect(await textOf(body)).toBe('{"model":"m","input":[]}')
  })

  test('encoding lets other work run in between', async () => {
    const items = Array.from({ length: 30_000 }, (_, index) => ({
      role: 'user',
      content: `${index} ${'words '.repeat(60)}`,
    }))
    let [turns, isOver] = [0, false]
    const look = (): void => {
      turns += 1
      if (!isOver) setImmediate(look)
    }
    setImmediate(look)
    const body = await jsonBody({ model: 'm' }, { name: 'messages', items, sent: asIs })
    isOver = true
    expect(turns).toBeGreaterThan(1)
    expect(body).toBeInstanceOf(Blob)
    expect(JSON.parse(await textOf(body))).toEqual({ model: 'm', messages: items })
  })
})
