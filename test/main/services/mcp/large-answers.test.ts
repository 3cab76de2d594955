import { afterAll, describe, expect, test } from 'vitest'
import { withLightMessages } from '../../../../src/main/services/mcp/large-answers.ts'
import { MessageReader } from '../../../../src/main/services/mcp/message-reader.ts'
import { systemClock } from '../../../../src/main/system-clock.ts'
import { Choices } from '../../../fakes/seeded-random.ts'

const seed = Number(process.env.MCP_SEED ?? 20261123)
const reader = new MessageReader(systemClock)
afterAll(() => reader.close())

const long = '长 text '.repeat(400_000)
const messageOf = (text: string) => ({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text }] } })

/** An answer in pieces of random length. */
function answer(type: string, body: string, random: Choices): Response {
  const bytes = new TextEncoder().encode(body)
  let from = 0
  const stream = new ReadableStream({
    pull(controller) {
      if (from >= bytes.length) return controller.close()
      const end = from + 1 + random.below(random.below(2) === 0 ? 20 : 300_000)
      controller.enqueue(bytes.slice(from, end))
      from = end
    },
  })
  return new Response(stream, { headers: { 'content-type': type } })
}

/** The one text of a message's result, whole. */
function wholeText(json: string): string {
  const text: unknown = JSON.parse(json).result.content[0].text
  if (typeof text !== 'string') throw new Error('there is no text')
  const taken = reader.strings.take(text)
  return taken === null ? text : new TextDecoder().decode(taken.bytes)
}

describe('an answer over HTTP', () => {
  test('that is large is made light, and nothing of it is lost', async () => {
    const body = JSON.stringify(messageOf(long))
    const light = await withLightMessages(answer('application/json', body, new Choices(seed)), reader).text()
    expect(light.length).toBeLessThan(100_000)
    expect(wholeText(light)).toBe(long)
  })

  test('that is short, an error or no message stays byte for byte', async () => {
    for (const body of ['', 'no JSON', JSON.stringify(messageOf('short'))]) {
      const type = 'application/json'
      expect(await withLightMessages(answer(type, body, new Choices(seed)), reader).text()).toBe(body)
    }
    const refused = new Response('x'.repeat(2_000_000), { status: 500 })
    expect(withLightMessages(refused, reader)).toBe(refused)
  })

  test(`in events of any line end and any pieces keeps every event (seed ${seed})`, async () => {
    const random = new Choices(seed)
    for (let round = 0; round < 12; round += 1) {
      const end = random.one(['\n', '\r\n', '\r'])
      const texts = ['first', ...(end === '\r' ? [] : [long]), 'last']
      const body = texts
        .map((text) => `event: message${end}data: ${JSON.stringify(messageOf(text))}${end}${end}`)
        .join('')
      const light = await withLightMessages(answer('text/event-stream', body, random), reader).text()
      const data = light.split(/\r\n|\r|\n/).filter((line) => line.startsWith('data: '))
      expect(data.map((line) => wholeText(line.slice(6)))).toEqual(texts)
      expect(light.length).toBeLessThan(100_000)
    }
  })

  test('passes an event on as soon as it has ended', async () => {
    const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
    const source = new Response(readable, { headers: { 'content-type': 'text/event-stream' } })
    const body = withLightMessages(source, reader).body?.getReader()
    const writer = writable.getWriter()
    void writer.write(new TextEncoder().encode('data: {"a":1}\r\rdata: {'))
    expect(new TextDecoder().decode((await body?.read())?.value)).toBe('data: {"a":1}\r\r')
    void writer.write(new TextEncoder().encode('}\n'))
    expect(new TextDecoder().decode((await body?.read())?.value)).toBe('data: {}\n')
    await writer.close()
  })

  test('that breaks a bound fails', async () => {
    const many = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      result: { content: Array.from({ length: 600_000 }, () => 1) },
    })
    await expect(
      withLightMessages(answer('application/json', many, new Choices(seed)), reader).text(),
    ).rejects.toMatchObject({ error: { code: 'answer_too_large' } })
  })
})
