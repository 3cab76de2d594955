import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createGatewayFetch } from '../../../src/main/electron/gateway-fetch.ts'
import type { ChatDelta } from '../../../src/main/gateway/answer-stream.ts'
import { streamChat } from '../../../src/main/gateway/chat-stream.ts'
import { fetchModels } from '../../../src/main/gateway/models.ts'
import { pollVideo } from '../../../src/main/gateway/videos.ts'
import type { Fetch } from '../../../src/main/platform.ts'
import { ElectronNet } from '../../fakes/electron-net.ts'
import { type LoopbackServer, loopbackServer, signal } from '../../fakes/loopback-server.ts'
import { ManualClock } from '../../fakes/manual-clock.ts'

const minute = 60_000

let net: ElectronNet
let server: LoopbackServer
/** Streams that the gateway has begun but not ended. */
let open: ServerResponse[]
let arrived: () => void
beforeEach(async () => {
  net = new ElectronNet()
  open = []
  arrived = () => {}
  server = await loopbackServer((request, response) => {
    request.resume()
    if (request.url?.startsWith('/v1/chat')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: {"choices":[{"delta":{"content":"one "}}]}\n\n')
      open.push(response)
      arrived()
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(request.url?.endsWith('/models') ? '{"data":[{"id":"m"}]}' : '{"id":"t","status":"processing"}')
  })
})
afterEach(async () => {
  for (const response of open) response.destroy()
  net.close()
  await server.close()
})

const fetchOver = (sessionsMax?: number): Fetch =>
  createGatewayFetch({
    open: (partition) => net.fromPartition(partition),
    request: (options) => net.request(options),
    ...(sessionsMax ? { sessionsMax } : {}),
  })

function chat(fetch: Fetch, clock: ManualClock, told: (delta: ChatDelta) => void): Promise<void> {
  const request = { model: 'm', messages: [], temperature: null, topP: null, maxTokens: null, stream: true }
  const io = { fetch, clock, signal: new AbortController().signal, headersMs: minute }
  const run = async (): Promise<void> => {
    const access = { baseUrl: `${server.origin}/v1`, apiKey: 'k' }
    for await (const delta of streamChat(access, { ...request, stallMs: 60 * minute }, io)) told(delta)
  }
  return run()
}

function finish(response: ServerResponse | undefined): void {
  response?.end('data: {"choices":[{"delta":{"content":"two"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
}

const untilOpen = (count: number): Promise<void> => {
  const there = signal()
  arrived = () => {
    if (open.length >= count) there.give()
  }
  arrived()
  return there.come
}

describe('fifty streams on one HTTP/1.1 gateway', () => {
  test('fifty streams all begin, and polls and lists continue between them', async () => {
    const fetch = fetchOver()
    const clock = new ManualClock()
    const deltas: ChatDelta[][] = Array.from({ length: 50 }, () => [])
    const chats = deltas.map((own) => chat(fetch, clock, (delta) => own.push(delta)))
    await untilOpen(50)

    const io = { fetch, clock, signal: new AbortController().signal, words: {} }
    const access = { baseUrl: `${server.origin}/v1`, apiKey: 'k' }
    const polls = Array.from({ length: 30 }, (_, index) => pollVideo(access, `t${index}`, io))
    const answers = await Promise.all([...polls, fetchModels(access, io)])
    expect(answers.map(({ ok }) => ok)).toEqual(Array(31).fill(true))
    // no request waited for a Chromium socket, and no stream had to end for another
    expect([net.inLine, open.length, net.partitions.length]).toEqual([0, 50, 14])

    for (const response of open) finish(response)
    await Promise.all(chats)
    expect(deltas.map((own) => own.at(-1))).toEqual(
      Array(50).fill({ type: 'end', end: expect.objectContaining({ error: null, finishReason: 'stop' }) }),
    )
  })
})

describe('more streams than there are sockets for', () => {
  test('streams beyond the limit wait without a timeout, and are sent as others end', async () => {
    const fetch = fetchOver(1)
    const clock = new ManualClock()
    const deltas: ChatDelta[][] = Array.from({ length: 12 }, () => [])
    const chats = deltas.map((own) => chat(fetch, clock, (delta) => own.push(delta)))
    await untilOpen(5)
    const access = { baseUrl: `${server.origin}/v1`, apiKey: 'k' }
    const io = { fetch, clock, signal: new AbortController().signal, words: {} }
    expect(await fetchModels(access, io)).toMatchObject({ ok: true })

    // ten times the deadline for headers
    clock.advance(10 * minute)
    expect(deltas.flat().filter(({ type }) => type === 'end')).toEqual([])
    for (let at = 0; at < 12; at += 1) {
      await untilOpen(at + 1)
      finish(open[at])
    }
    await Promise.all(chats)
    expect(deltas.map((own) => own.at(-1))).toEqual(
      Array(12).fill({ type: 'end', end: expect.objectContaining({ error: null }) }),
    )
    expect(net.inLine).toBe(0)
  })
})
