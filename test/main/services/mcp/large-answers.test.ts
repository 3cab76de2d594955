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
  const taken = reader.strings.takeString(text)
  return taken === null ? text : new TextDecoder().decode(taken.bytes)
}

/** The values of a field in an event, in order. */
function valuesOf(event: string, field: string): readonly string[] {
  const start = `${field}: `
  return event.split('\n').flatMap((line) => (line.startsWith(start) ? [line.slice(start.length)] : []))
}

describe('a large answer over HTTP', () => {
  test('a large answer is reduced, and nothing of it is lost', async () => {
    const body = JSON.stringify(messageOf(long))
    const light = await withLightMessages(answer('application/json', body, new Choices(seed)), reader).text()
    expect(light.length).toBeLessThan(100_000)
    expect(wholeText(light)).toBe(long)
  })

  test('an answer that is short, an error or no message stays byte for byte', async () => {
    for (const body of ['', 'no JSON', JSON.stringify(messageOf('short'))]) {
      const type = 'application/json'
      expect(await withLightMessages(answer(type, body, new Choices(seed)), reader).text()).toBe(body)
    }
    const refused = new Response('x'.repeat(2_000_000), { status: 500 })
    expect(withLightMessages(refused, reader)).toBe(refused)
  })

  test('a large answer with any success status is reduced', async () => {
    const body = JSON.stringify(messageOf(long))
    for (const status of [201, 202, 299]) {
      const created = new Response(body, { status, headers: { 'content-type': 'application/json' } })
      const light = withLightMessages(created, reader)
      expect(light.status).toBe(status)
      expect((await light.text()).length).toBeLessThan(100_000)
    }
  })

  test(`events with any line end and any pieces keep every event (seed ${seed})`, async () => {
    const random = new Choices(seed)
    for (let round = 0; round < 12; round += 1) {
      const end = random.one(['\n', '\r\n', '\r'])
      const texts = ['first', long, 'last']
      const body = texts
        .map((text, index) => {
          // JSON may have line ends between its values: each line is a line of data then
          const data = JSON.stringify(messageOf(text), null, random.below(3)).split('\n')
          const lines = [`id: ${index}`, ': a comment', 'event: message', ...data.map((line) => `data: ${line}`)]
          return `${lines.join(end)}${end}${end}`
        })
        .join('')
      const start = random.one(['', '\ufeff'])
      const light = await withLightMessages(answer('text/event-stream', start + body, random), reader).text()
      const events = light.split('\n\n').filter((event) => event !== '')
      expect(events.map((event) => wholeText(valuesOf(event, 'data').join('\n')))).toEqual(texts)
      expect(events.map((event) => [valuesOf(event, 'id'), valuesOf(event, 'event')])).toEqual(
        texts.map((_, index) => [[String(index)], ['message']]),
      )
      expect(light.length).toBeLessThan(100_000)
    }
  })

  test('an event is passed on as soon as it has ended', async () => {
    const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
    const source = new Response(readable, { headers: { 'content-type': 'text/event-stream' } })
    const body = withLightMessages(source, reader).body?.getReader()
    const writer = writable.getWriter()
    const write = (text: string): void => void writer.write(new TextEncoder().encode(text))
    const next = async () => new TextDecoder().decode((await body?.read())?.value)
    write('data: {"a":1}\r\rdata: {')
    expect(await next()).toBe('data: {"a":1}\n\n')
    write('}\r')
    write('\nid: 7\r\n')
    write('\r')
    expect(await next()).toBe('id: 7\ndata: {}\n\n')
    // a line end that is cut into two is one, and data may be empty
    write('\ndata\n\n: nothing\n\ndata:{\ndata:}\n\n')
    expect(await next()).toBe('data: \n\ndata: {\ndata: }\n\n')
    write('data: without an end\n')
    await writer.close()
    expect(await next()).toBe('')
  })

  test('an answer beyond a limit fails', async () => {
    const many = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      result: { content: Array.from({ length: 600_000 }, () => 1) },
    })
    await expect(
      withLightMessages(answer('application/json', many, new Choices(seed)), reader).text(),
    ).rejects.toMatchObject({ error: { code: 'answer_too_large' } })
    // also where the message is spread over many lines, all of them short
    const lines = `{"jsonrpc":"2.0","id":1,"result":{"content":[\n${'1,\n'.repeat(600_000)}1]}}`
    for (const end of ['\n', '\r\n', '\r']) {
      const event = `${lines.replaceAll('\n', `${end}data:`)}${end}${end}`
      await expect(
        withLightMessages(answer('text/event-stream', `data:${event}`, new Choices(seed)), reader).text(),
      ).rejects.toMatchObject({ error: { code: 'answer_too_large' } })
    }
  })
})
