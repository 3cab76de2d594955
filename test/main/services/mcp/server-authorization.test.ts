import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { createMemorySecrets } from '../../../../src/main/secrets/memory.ts'
import { launchHttp } from '../../../../src/main/services/mcp/http-launch.ts'
import { MessageReader } from '../../../../src/main/services/mcp/message-reader.ts'
import { serverLimits } from '../../../../src/main/services/mcp/server-connection.ts'
import { ServerLog } from '../../../../src/main/services/mcp/server-log.ts'
import { ServerTokens } from '../../../../src/main/services/mcp/server-tokens.ts'
import type { StoredServer } from '../../../../src/main/storage/mcp-servers.ts'
import { systemClock } from '../../../../src/main/system-clock.ts'
import { testedFetch, testedLinkFetch } from '../../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer, signal } from '../../../fakes/loopback-server.ts'

let server: LoopbackServer
afterEach(() => server.close())

const context = { signal: new AbortController().signal, progress: () => undefined }

test('a request refused with the previous token is resent with the fresh one', async () => {
  const refreshed = signal()
  const slowEnded = signal()
  let refreshes = 0
  server = await loopbackServer(async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const json = (value: object): void =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.url === '/token') {
      refreshes += 1
      json({ access_token: 'fresh', token_type: 'Bearer', refresh_token: 'next' })
      return
    }
    if (request.method !== 'POST') {
      response.writeHead(405).end()
      return
    }
    const { id, method, params } = JSON.parse(body)
    if (id === undefined) {
      response.writeHead(202).end()
      return
    }
    const capabilities = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'r', version: '1' } }
    if (method === 'initialize') {
      json({ jsonrpc: '2.0', id, result: capabilities })
      return
    }
    const isFresh = request.headers.authorization === 'Bearer fresh'
    if (!isFresh) {
      // the second is refused after the first was answered with a fresh token
      if (params.name === 'slow') await refreshed.come
      response.writeHead(401).end()
      return
    }
    // and before anything was accepted with that token
    refreshed.give()
    if (params.name === 'fast') await slowEnded.come
    json({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: params.name }] } })
  })
  const { origin } = server
  const stored: StoredServer = {
    id: randomUUID(),
    name: 'Remote',
    kind: 'http',
    command: '',
    arguments: [],
    environmentNames: [],
    url: `${origin}/mcp`,
    headerNames: [],
    isEnabled: true,
    trusted: null,
    createdAt: 0,
  }
  const tokens = new ServerTokens(createMemorySecrets())
  await tokens.putTokens(stored, {
    url: stored.url,
    authority: {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      response_types_supported: ['code'],
    },
    client: { client_id: 'c' },
    resource: null,
    tokens: { access_token: 'old', token_type: 'Bearer', refresh_token: 'first' },
  })
  const needed: string[] = []
  const { connection } = await launchHttp({
    server: stored,
    headers: {},
    tokens,
    fetch: testedFetch,
    linkFetch: testedLinkFetch(),
    log: new ServerLog(),
    version: '1',
    limits: serverLimits,
    reader: new MessageReader(systemClock),
    events: { listChanged: () => undefined, refused: ({ problem }) => needed.push(problem) },
    signInNeeded: () => needed.push('sign in'),
    signal: new AbortController().signal,
  })
  const fast = connection.call('fast', {}, context)
  const slow = await connection.call('slow', {}, context)
  slowEnded.give()
  const answered = (name: string) => ({ ok: true, answer: { content: [{ type: 'text', text: name }] } })
  expect([slow, await fast]).toMatchObject([answered('slow'), answered('fast')])
  expect([needed, refreshes]).toEqual([[], 1])
  expect((await tokens.get(stored))?.tokens).toMatchObject({ access_token: 'fresh', refresh_token: 'next' })
  await connection.close()
})
