import { once } from 'node:events'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { bridgeProtocol } from '../../../src/main/browser/bridge-frames.ts'
import { callBytesMax } from '../../../src/main/ipc/call-bounds.ts'
import { closeCode, nextFrame, openBridge, type Running, startShell } from './running-shell.ts'

let running: Running

beforeEach(async () => {
  running = await startShell()
})
afterEach(async () => await running.stop())

it('answers calls out of order, and sends each page its own answers', async () => {
  const one = await openBridge(running)
  const two = await openBridge(running)
  const answered = Promise.all([nextFrame(one), nextFrame(two)])
  one.send(JSON.stringify({ id: 1, name: 'wait', input: null }))
  await running.app().waiting.promise
  one.send(JSON.stringify({ id: 2, name: 'echo', input: { text: '你好' } }))
  two.send(JSON.stringify({ id: 2, name: 'echo', input: 'two' }))
  expect(await answered).toEqual([
    { id: 2, result: { ok: true, value: { name: 'echo', input: { text: '你好' } } } },
    { id: 2, result: { ok: true, value: { name: 'echo', input: 'two' } } },
  ])
  const late = nextFrame(one)
  running.app().release.resolve()
  expect(await late).toMatchObject({ id: 1 })
})

it('sends every event to every page', async () => {
  const pages = [await openBridge(running), await openBridge(running)]
  const received = Promise.all(pages.map(nextFrame))
  running.app().platform.events.emit('chat.delta', { s: 1, at: 0, t: 'x'.repeat(10_000) })
  const frame = { event: 'chat.delta', payload: { s: 1, at: 0, t: 'x'.repeat(10_000) } }
  expect(await received).toEqual([frame, frame])
})

it.each([
  ['another site', { origin: 'https://evil.example' }],
  ['another port', { origin: 'http://127.0.0.1:1' }],
  ['another host', { host: 'evil.example' }],
])('refuses a socket from %s', async (_case, headers) => {
  await expect(openBridge(running, headers)).rejects.toThrow('403')
})

it('refuses a socket without an origin, and at another path', async () => {
  const protocols = [bridgeProtocol, await running.secret()]
  const url = `ws://127.0.0.1:${running.shell.port}`
  for (const [path, headers] of [
    ['/bridge', {}],
    ['/other', { origin: running.origin }],
  ] as const) {
    const socket = new WebSocket(url + path, protocols, { headers })
    const [error] = await once(socket, 'error')
    expect(String(error)).toContain('403')
  }
})

it('refuses a socket without the secret of the page, whatever cookie it has', async () => {
  const cookie = await running.signIn()
  const session = cookie.split('=')[1] ?? ''
  for (const secret of ['guess', session, 'x'.repeat(43), 'a, b'])
    await expect(openBridge(running, { cookie }, secret).catch(String)).resolves.toMatch(/403|SyntaxError/)
  for (const protocols of [[], [bridgeProtocol], [await running.secret()], ['other', await running.secret()]]) {
    const socket = new WebSocket(`ws://127.0.0.1:${running.shell.port}/bridge`, protocols, {
      headers: { origin: running.origin, cookie },
    })
    const [error] = await once(socket, 'error')
    expect(String(error)).toContain('403')
  }
})

it('does not send the secret of the page back', async () => {
  expect((await openBridge(running)).protocol).toBe(bridgeProtocol)
})

it('answers or ends invalid messages, and continues', async () => {
  const answered = await openBridge(running)
  const answer = nextFrame(answered)
  answered.send(JSON.stringify({ id: 7, name: 5, input: null }))
  expect(await answer).toMatchObject({ id: 7, result: { ok: false, error: { code: 'invalid_input' } } })
  const thrown = nextFrame(answered)
  answered.send(JSON.stringify({ id: 8, name: 'throw', input: null }))
  expect(await thrown).toMatchObject({ id: 8, result: { ok: false, error: { code: 'internal' } } })

  const wrong: ReadonlyArray<readonly [string | Buffer, number]> = [
    ['not json', 1007],
    ['[]', 1007],
    ['null', 1007],
    ['{"id":-1,"name":"echo","input":1}', 1007],
    [Buffer.from([1, 2, 3]), 1003],
    ['x'.repeat(callBytesMax + 1), 1009],
  ]
  for (const [frame, code] of wrong) {
    const page = await openBridge(running)
    const closed = closeCode(page)
    page.on('error', () => undefined)
    page.send(frame)
    expect(await closed).toBe(code)
  }

  const still = nextFrame(answered)
  answered.send(JSON.stringify({ id: 9, name: 'echo', input: null }))
  expect(await still).toMatchObject({ id: 9 })
})

it('refuses a message above the limit of a call, before it is parsed', async () => {
  const page = await openBridge(running)
  for (const [id, input] of [
    [1, 'x'.repeat(20_000_000)],
    [2, Array.from({ length: 1_000_000 }, () => [])],
  ]) {
    const answer = nextFrame(page)
    page.send(JSON.stringify({ id, name: 'echo', input }))
    expect(await answer).toMatchObject({ id, result: { ok: false, error: { code: 'invalid_input' } } })
  }
  const anonymous = await openBridge(running)
  const closed = closeCode(anonymous)
  anonymous.send(`{"input":[${'[],'.repeat(1_000_000)}0],"id":1,"name":"echo"}`)
  expect(await closed).toBe(1009)
  const still = nextFrame(page)
  page.send(JSON.stringify({ id: 3, name: 'echo', input: null }))
  expect(await still).toMatchObject({ id: 3, result: { ok: true } })
})

it('survives a client that breaks the protocol or leaves during the handshake', async () => {
  const { connect } = await import('node:net')
  const socket = connect(running.shell.port, '127.0.0.1')
  socket.write(
    `GET /bridge HTTP/1.1\r\nHost: 127.0.0.1:${running.shell.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
  )
  socket.resetAndDestroy()
  const raw = await openBridge(running)
  raw.on('error', () => undefined)
  raw.terminate()
  const page = await openBridge(running)
  const frame = nextFrame(page)
  page.send(JSON.stringify({ id: 1, name: 'echo', input: null }))
  expect(await frame).toMatchObject({ id: 1 })
})
