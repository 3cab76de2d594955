import { expect, test } from 'vitest'
import { readTools } from '../../../../src/main/services/mcp/listed-tools.ts'

const tool = (name: string, inputSchema: object = { type: 'object' }, more: object = {}): object => ({
  name,
  inputSchema,
  ...more,
})

test('at most 512 tools of a list are read', () => {
  const { tools, problems } = readTools(Array.from({ length: 600 }, (_, index) => tool(`tool-${index}`)))
  expect(tools).toHaveLength(512)
  expect(problems).toEqual(['Tools after the first 512 were left out.'])
})

test('a schema has at most 64,000 characters, and a description is truncated there', () => {
  const long = (length: number): object => ({ type: 'object', description: 'x'.repeat(length) })
  const { tools } = readTools([tool('short', long(63_000)), tool('long', long(64_000))])
  expect(tools.map(({ name }) => name)).toEqual(['short'])
  const [described] = readTools([tool('a', undefined, { description: 'x'.repeat(70_000) })]).tools
  expect(described?.description).toHaveLength(64_000)
})

const hints = (annotations?: object): unknown =>
  readTools([tool('a', undefined, annotations === undefined ? {} : { annotations })]).tools[0]?.hints

test('missing hints of a server count as the riskier value, and are marked', () => {
  const worst = { readOnly: false, destructive: true, openWorld: true, costs: false }
  expect(hints()).toEqual({ ...worst, unstated: ['readOnly', 'destructive', 'openWorld'] })
  expect(hints({ destructiveHint: 'no' })).toEqual({ ...worst, unstated: ['readOnly', 'destructive', 'openWorld'] })
  expect(hints({ readOnlyHint: false, openWorldHint: true })).toEqual({ ...worst, unstated: ['destructive'] })
  expect(hints({ destructiveHint: true, openWorldHint: true })).toEqual(worst)
  expect(hints({ readOnlyHint: true, openWorldHint: false })).toEqual({
    ...worst,
    readOnly: true,
    destructive: false,
    openWorld: false,
  })
})
