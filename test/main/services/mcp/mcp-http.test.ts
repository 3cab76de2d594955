import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { createMemorySecrets } from '../../../../src/main/secrets/memory.ts'
import type { CallInput } from '../../../../src/shared/ipc/contract.ts'
import type { McpServer, McpState } from '../../../../src/shared/mcp.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type LoopbackServer, loopbackServer, signal } from '../../../fakes/loopback-server.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

const secret = 'Bearer secret-of-the-server'

interface Message {
  readonly id?: number
  readonly method: string
}

let platform: TestPlatform
let dispose: () => void
let app: App
const servers: LoopbackServer[] = []
const secrets = createMemorySecrets()

beforeEach(async () => {
  const made = testPlatform({ secrets })
  platform = made.platform
  dispose = made.dispose
  app = await createApp(platform, { demo: false })
})

afterEach(async () => {
  await app.close()
  dispose()
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const client = new AppClient(() => app)
const call = client.call.bind(client)

async function served(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<LoopbackServer> {
  const server = await loopbackServer(answer)
  servers.push(server)
  return server
}

/** What a well-behaved server answers to a message. */
function resultOf({ method }: Message): object {
  if (method === 'initialize')
    return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'remote', version: '1' } }
  return method === 'tools/list' ? { tools: [{ name: 'look', inputSchema: { type: 'object' } }] } : {}
}

/** Answers as a server of the protocol; `respond` writes a result in a form of its own. */
function mcp(
  respond: (response: ServerResponse, id: number, result: object, message: Message) => void = (
    response,
    id,
    result,
  ) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  },
  authorised: (header: string | undefined) => boolean = () => true,
) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    if (!authorised(request.headers.authorization)) {
      response.writeHead(401).end()
      return
    }
    if (request.method !== 'POST') {
      response.writeHead(405).end()
      return
    }
    const message: Message = JSON.parse(body)
    if (message.id === undefined) response.writeHead(202).end()
    else respond(response, message.id, resultOf(message), message)
  }
}

function address(url: string, value: string | null = secret): CallInput<'mcp.save'> {
  const headers = value === null ? [] : [{ name: 'Authorization', value }]
  return { id: randomUUID(), name: 'Remote', kind: 'http', command: '', arguments: [], environment: [], url, headers }
}

async function until(id: string, state: McpState): Promise<McpServer> {
  const isThere = (list: readonly McpServer[]): boolean => list.some((one) => one.id === id && one.state === state)
  await platform.events.until('mcp.changed', isThere)
  const server = (await call('mcp.list', {})).find((one) => one.id === id)
  return server ?? Promise.reject(new Error('no such server'))
}

describe('a server with an address', () => {
  test('a server gets the header from the keychain, and its tools are listed', async () => {
    const seen: (string | undefined)[] = []
    const server = await served(
      mcp(undefined, (header) => {
        seen.push(header)
        return header === secret
      }),
    )
    const input = address(`${server.origin}/mcp`)
    await call('mcp.save', input)
    expect(await until(input.id, 'ready')).toMatchObject({ toolCount: 1, headerNames: ['Authorization'] })
    expect(new Set(seen)).toEqual(new Set([secret]))
    expect(JSON.stringify(platform.events.seen)).not.toContain('secret-of-the-server')
    expect(platform.logged.join()).not.toContain('secret-of-the-server')
  })

  test('a server may answer with a stream of events', async () => {
    const server = await served(
      mcp((response, id, result) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.end(`event: message\r\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\r\n\r\n`)
      }),
    )
    const input = address(server.origin, null)
    await call('mcp.save', input)
    expect(await until(input.id, 'ready')).toMatchObject({ toolCount: 1 })
  })

  test('a server that refuses the header is reported', async () => {
    const server = await served(mcp(undefined, () => false))
    const input = address(server.origin)
    await call('mcp.save', input)
    expect(await until(input.id, 'failed')).toMatchObject({ problem: 'unauthorised' })
  })

  test("a server's redirect is not followed", async () => {
    const stranger = await served(mcp())
    for (const status of [301, 302, 307, 308]) {
      const server = await served((_request, response) =>
        response.writeHead(status, { location: `${stranger.origin}/mcp` }).end(),
      )
      const input = address(server.origin)
      await call('mcp.save', input)
      expect(await until(input.id, 'failed')).toMatchObject({ problem: 'redirected' })
    }
    expect(stranger.paths).toEqual([])
  })

  test('a server that answers endlessly is cut off, and its known tools are kept', async () => {
    const server = await served(
      mcp((response, id, result, { method }) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        if (method !== 'tools/list') {
          response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
          return
        }
        response.on('error', () => {})
        const flood = (): void => {
          while (!response.destroyed && response.write('x'.repeat(100_000)));
          if (!response.destroyed) response.once('drain', flood)
        }
        flood()
      }),
    )
    const input = address(server.origin, null)
    await call('mcp.save', input)
    const { listProblem, toolCount } = await until(input.id, 'ready')
    expect([listProblem === '', toolCount]).toEqual([false, 0])
  })

  test('a server that is missing, or speaks another protocol, is reported', async () => {
    const gone = await served(() => {})
    const { origin } = gone
    await servers.pop()?.close()
    const input = address(origin, null)
    await call('mcp.save', input)
    expect(await until(input.id, 'failed')).toMatchObject({ problem: 'unreachable' })
    const page = await served((_request, response) => response.end('<h1>Welcome</h1>'))
    const other = address(page.origin, null)
    await call('mcp.save', other)
    expect(await until(other.id, 'failed')).toMatchObject({ problem: 'not_mcp' })
  })

  test.each([404, 405, 400])('a server with the transport before 2025 is named so, at status %i', async (status) => {
    const closed = signal()
    const server = await served((request, response) => {
      if (request.method !== 'GET') return void response.writeHead(status).end()
      response.on('close', () => closed.give())
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      response.write(': hello\n\nevent: endpoint\ndata: /messages?session=1\n\n')
    })
    const input = address(`${server.origin}/sse`, null)
    await call('mcp.save', input)
    expect(await until(input.id, 'failed')).toMatchObject({ problem: 'legacy' })
    await closed.come
  })

  test('a server with a stream of other events is not an MCP server', async () => {
    const server = await served((request, response) => {
      if (request.method !== 'GET') return void response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('event: news\ndata: endpoint\n\n')
    })
    const input = address(server.origin, null)
    await call('mcp.save', input)
    expect(await until(input.id, 'failed')).toMatchObject({ problem: 'not_mcp' })
  })

  test('a secret is sent only to its host: another address is requested without it', async () => {
    const stranger = await served(mcp())
    const server = await served(mcp())
    const input = address(server.origin)
    await call('mcp.save', input)
    await until(input.id, 'ready')
    await call('mcp.save', { ...input, url: stranger.origin, headers: [{ name: 'Authorization', value: null }] })
    expect(await until(input.id, 'failed')).toMatchObject({ problem: 'secret_missing', secretsKept: 'none' })
    expect(stranger.paths).toEqual([])
    expect(await secrets.get(`mcp ${input.id} ${server.origin}`)).toBeNull()
  })

  test('a server is https, or on this computer', async () => {
    for (const url of [
      'http://example.com/mcp',
      'ftp://example.com',
      'https://me:pass@example.com',
      'file:///etc/passwd',
    ])
      expect(await client.refusal('mcp.save', address(url))).toBe('address_insecure')
    expect(await client.refusal('mcp.save', address('nowhere'))).toBe('address_invalid')
    const bad = { ...address('https://example.com'), headers: [{ name: 'A', value: 'a\r\nB: c' }] }
    expect(await client.refusal('mcp.save', bad)).toBe('invalid_input')
  })
})
