import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemorySecrets } from '../../../../src/main/secrets/memory.ts'
import { launchHttp } from '../../../../src/main/services/mcp/http-launch.ts'
import { MessageReader } from '../../../../src/main/services/mcp/message-reader.ts'
import { serverLimits } from '../../../../src/main/services/mcp/server-connection.ts'
import { ServerLog } from '../../../../src/main/services/mcp/server-log.ts'
import { ServerTokens } from '../../../../src/main/services/mcp/server-tokens.ts'
import { restartDelays, SupervisedServer } from '../../../../src/main/services/mcp/supervised-server.ts'
import type { ToolResult } from '../../../../src/main/services/tools/tool.ts'
import type { StoredServer } from '../../../../src/main/storage/mcp-servers.ts'
import { systemClock } from '../../../../src/main/system-clock.ts'
import { testedFetch, testedLinkFetch } from '../../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer, signal } from '../../../fakes/loopback-server.ts'
import { ManualClock } from '../../../fakes/manual-clock.ts'

/** A server that knows its sessions, until it forgets them as after a restart. */
class SessionServer {
  /** Bodies of the calls that it ran, by the name that they gave. */
  readonly ran: string[] = []
  /** Calls that reached it. */
  calls = 0
  /** Status of a GET; 200 opens a stream. */
  getStatus = 405
  /** Whether it forgets a session as soon as it has made it. */
  forgetsAtOnce = false
  readonly held = signal()
  readonly streaming = signal()
  /** A GET was refused with the session that it named. */
  refused = signal()
  private readonly sessions = new Set<string>()
  private readonly streams = new Set<ServerResponse>()
  private made = 0

  forget(): void {
    this.sessions.clear()
    for (const stream of this.streams) stream.end()
    this.streams.clear()
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const message = request.method === 'POST' ? JSON.parse(body) : {}
    if (message.method === 'tools/call') this.calls += 1
    if (message.method === 'initialize') {
      this.made += 1
      const session = `session-${this.made}`
      if (!this.forgetsAtOnce) this.sessions.add(session)
      const result = {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'r', version: '1' },
      }
      json(response, message.id, result, { 'mcp-session-id': session })
      return
    }
    const isGet = request.method === 'GET'
    if (!this.sessions.has(String(request.headers['mcp-session-id']))) response.writeHead(404).end()
    else if (isGet && this.getStatus === 200) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('retry: 1\n\n')
      this.streams.add(response)
      this.streaming.give()
    } else if (request.method !== 'POST') {
      response.writeHead(this.getStatus).end()
      this.refused.give()
    } else if (message.id === undefined) response.writeHead(202).end()
    else if (message.method === 'tools/list')
      json(response, message.id, { tools: [{ name: 'look', inputSchema: { type: 'object' } }] })
    else {
      this.ran.push(message.params.arguments.what)
      this.held.give()
      if (message.params.arguments.what !== 'held')
        json(response, message.id, { content: [{ type: 'text', text: 'seen' }] })
    }
  }
}

function json(response: ServerResponse, id: number, result: object, headers = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
}

let remote: SessionServer
let loopback: LoopbackServer
let clock: ManualClock
let log: ServerLog
let server: SupervisedServer
let changed: () => void

beforeEach(async () => {
  remote = new SessionServer()
  loopback = await loopbackServer((request, response) => void remote.answer(request, response))
  clock = new ManualClock()
  log = new ServerLog()
  changed = () => undefined
  const reader = new MessageReader(systemClock)
  const stored: StoredServer = {
    id: 's',
    name: 'Remote',
    kind: 'http',
    command: '',
    arguments: [],
    environmentNames: [],
    url: `${loopback.origin}/mcp`,
    headerNames: [],
    isEnabled: true,
    trusted: null,
    createdAt: 0,
  }
  server = new SupervisedServer({
    id: 's',
    name: 'Remote',
    clock,
    log,
    library: { addMedia: () => Promise.reject(new Error('there are no files')) },
    strings: reader.strings,
    launch: (events, ending) =>
      launchHttp({
        server: stored,
        headers: {},
        tokens: new ServerTokens(createMemorySecrets()),
        fetch: testedFetch,
        linkFetch: testedLinkFetch(),
        log,
        version: '1',
        limits: serverLimits,
        reader,
        events,
        signInNeeded: () => undefined,
        signal: ending,
      }),
    onServerChanged: () => changed(),
  })
  server.start()
  await until('ready')
})

afterEach(async () => {
  await server.stop()
  await loopback.close()
})

async function until(state: string, problem: string | null = null): Promise<void> {
  const come = signal()
  changed = () => {
    if (server.status.state === state && server.status.problem === problem) come.give()
  }
  changed()
  await come.come
}

async function called(what: string): Promise<ToolResult> {
  const [tool] = server.tools
  if (tool === undefined) throw new Error('there is no tool')
  return await tool.run(
    { what },
    {
      signal: new AbortController().signal,
      callId: 'c',
      messageId: 'm',
      conversationId: 'v',
      connectionId: 'n',
      progress: () => undefined,
    },
  )
}

describe('a server that no longer knows the session', () => {
  test('a server that forgot the session restarts, and the call that found out did not run', async () => {
    expect((await called('before')).text).toBe('seen')
    remote.forget()
    const { isError, text: told } = await called('lost')
    const { text: next } = await called('next')
    expect([isError, told]).toEqual([true, expect.stringContaining('The server did not run the call')])
    expect(next).toBe(told)
    await until('starting', 'exited')
    expect(clock.nextIn).toBe(restartDelays[0])
    clock.advance(1000)
    await until('ready')
    expect((await called('after')).text).toBe('seen')
    expect([remote.ran, remote.calls]).toEqual([['before', 'after'], 3])
    expect(log.logText()).toContain('no longer knows the session')
  })

  test('a forgotten session leaves the outcome of a running call unknown', async () => {
    const underWay = called('held')
    await remote.held.come
    remote.forget()
    expect((await called('lost')).text).toContain('did not run')
    expect((await underWay).text).toContain('may have had an effect')
    expect(remote.ran).toEqual(['held'])
  })

  test('a server that forgets each new session restarts after growing delays', async () => {
    remote.forget()
    remote.forgetsAtOnce = true
    await called('lost')
    for (const delay of restartDelays.slice(0, 3)) {
      await until('starting', 'exited')
      expect(clock.nextIn).toBe(delay)
      clock.advance(delay)
    }
    await until('starting', 'exited')
    remote.forgetsAtOnce = false
    clock.advance(60_000)
    await until('ready')
  })

  test('a forgotten session is detected by the event stream, without a call', async () => {
    remote.getStatus = 200
    remote.forget()
    await called('lost')
    await until('starting', 'exited')
    clock.advance(1000)
    await until('ready')
    await remote.streaming.come
    remote.forget()
    await until('starting', 'exited')
    expect(clock.nextIn).toBe(restartDelays[1])
  })
})

test('a server that answers GET with 404 keeps its session', async () => {
  remote.forget()
  await called('lost')
  await until('starting', 'exited')
  remote.getStatus = 404
  remote.refused = signal()
  clock.advance(1000)
  await until('ready')
  await remote.refused.come
  expect((await called('first')).text).toBe('seen')
  expect((await called('second')).text).toBe('seen')
  expect(server.status.state).toBe('ready')
})
