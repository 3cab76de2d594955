import { describe, expect, it } from 'vitest'
import { reloadCloseCode } from '../../../src/main/browser/bridge-frames.ts'
import { connectPage, type PageSocket } from '../../../src/main/browser/page-connection.ts'

class TestSocket implements PageSocket {
  readonly sent: Array<{ id: number; name: string; input: unknown }> = []
  closing = false
  onopen: (() => void) | null = null
  onmessage: ((event: { readonly data: unknown }) => void) | null = null
  onclose: ((event: { readonly code: number }) => void) | null = null
  isOpen(): boolean {
    return !this.closing
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  receive(frame: unknown): void {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
}

function page() {
  const sockets: TestSocket[] = []
  let timers: Array<{ at: number; run: () => void }> = []
  let now = 0
  let reloads = 0
  const bridge = connectPage({
    openSocket() {
      const socket = new TestSocket()
      sockets.push(socket)
      return socket
    },
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    reload: () => reloads++,
  })
  return {
    bridge,
    sockets,
    socket() {
      const last = sockets.at(-1)
      if (last === undefined) throw new Error('no socket')
      return last
    },
    pass(ms: number) {
      now += ms
      const due = timers.filter((timer) => timer.at <= now)
      timers = timers.filter((timer) => timer.at > now)
      for (const timer of due) timer.run()
    },
    reloads: () => reloads,
    timers: () => timers.length,
  }
}

const lost = { ok: false, error: { code: 'connection_lost' } }

describe('calls over the page connection', () => {
  it('calls are answered by id', async () => {
    const { bridge, socket } = page()
    socket().onopen?.()
    const one = bridge.call('one', 1)
    const two = bridge.call('two', { a: 2 })
    expect(socket().sent).toEqual([
      { id: 1, name: 'one', input: 1 },
      { id: 2, name: 'two', input: { a: 2 } },
    ])
    socket().receive({ id: 2, result: { ok: true, value: 'b' } })
    socket().receive({ id: 1, result: { ok: false, error: { code: 'not_found' } } })
    expect(await two).toEqual({ ok: true, value: 'b' })
    expect(await one).toEqual({ ok: false, error: { code: 'not_found' } })
  })

  it('calls that had been sent when the connection broke are lost, and never resent', async () => {
    const { bridge, sockets, socket, pass } = page()
    socket().onopen?.()
    const call = bridge.call('chat.send', null)
    socket().onclose?.({ code: 1006 })
    expect(await call).toMatchObject(lost)
    pass(100)
    socket().onopen?.()
    expect(sockets).toHaveLength(2)
    expect(socket().sent).toEqual([])
  })

  it('calls that could not be sent yet wait for the connection, in order', async () => {
    const { bridge, socket, pass, timers } = page()
    const early = bridge.call('early', null)
    socket().onclose?.({ code: 1006 })
    void bridge.call('later', null)
    pass(100)
    socket().onopen?.()
    expect(socket().sent.map((frame) => frame.name)).toEqual(['early', 'later'])
    expect(timers()).toBe(0)
    socket().receive({ id: 1, result: { ok: true, value: null } })
    expect(await early).toEqual({ ok: true, value: null })
  })

  it('calls during the closing of a socket wait for the next one', async () => {
    const { bridge, sockets, socket, pass } = page()
    socket().onopen?.()
    socket().closing = true
    const call = bridge.call('drafts.keep', null)
    expect(socket().sent).toEqual([])
    socket().onclose?.({ code: 1001 })
    pass(100)
    socket().onopen?.()
    expect(sockets).toHaveLength(2)
    socket().receive({ id: 1, result: { ok: true, value: 'kept' } })
    expect(await call).toEqual({ ok: true, value: 'kept' })
  })

  it('calls do not wait forever', async () => {
    const { bridge, socket, pass } = page()
    socket().onclose?.({ code: 1006 })
    const call = bridge.call('x', null)
    pass(9_999)
    pass(1)
    expect(await call).toMatchObject(lost)
    socket().onopen?.()
    expect(socket().sent).toEqual([])
  })

  it('calls that cannot be written are refused', async () => {
    const { bridge, socket } = page()
    socket().onopen?.()
    expect(await bridge.call('x', 1n)).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  })
})

describe('the page connection', () => {
  it('the connection is retried after 100 ms, doubling up to 2 s, and at once after it was stable', () => {
    const { sockets, socket, pass } = page()
    for (const ms of [100, 200, 400, 800, 1600, 2000, 2000]) {
      const before = sockets.length
      socket().onclose?.({ code: 1006 })
      pass(ms - 1)
      expect(sockets).toHaveLength(before)
      pass(1)
      expect(sockets).toHaveLength(before + 1)
    }
    socket().onopen?.()
    socket().onclose?.({ code: 1001 })
    const before = sockets.length
    pass(100)
    expect(sockets).toHaveLength(before + 1)
  })

  it('the connection state is reported at once and at every change, until the undo', () => {
    const { bridge, socket, pass } = page()
    const heard: boolean[] = []
    const undo = bridge.onConnection((connected) => heard.push(connected))
    socket().onopen?.()
    socket().onclose?.({ code: 1006 })
    pass(100)
    socket().onclose?.({ code: 1006 })
    pass(200)
    socket().onopen?.()
    expect(heard).toEqual([true, false, true])
    undo()
    socket().onclose?.({ code: 1006 })
    expect(heard).toHaveLength(3)
  })

  it('the page reloads after a restart of the application', () => {
    const { sockets, socket, pass, reloads } = page()
    socket().onopen?.()
    socket().onclose?.({ code: reloadCloseCode })
    pass(60_000)
    expect([reloads(), sockets.length]).toEqual([1, 1])
  })
})

describe('events over the page connection', () => {
  it('events reach their listeners until the undo, the same listener as often as it was added', () => {
    const { bridge, socket } = page()
    const heard: unknown[] = []
    const listener = (payload: unknown) => heard.push(payload)
    const undo = bridge.on('a', listener)
    bridge.on('a', listener)
    bridge.on('b', () => heard.push('b'))
    socket().receive({ event: 'a', payload: 1 })
    expect(heard).toEqual([1, 1])
    undo()
    undo()
    socket().receive({ event: 'a', payload: 2 })
    expect(heard).toEqual([1, 1, 2])
    socket().receive({ event: 'nobody listens', payload: 3 })
  })

  it('invalid events are ignored', () => {
    const { socket } = page()
    for (const data of ['', '{', 'null', '[]', '{"id":"x","result":1}', '{"id":1,"result":{}}', '{"event":5}', 5]) {
      expect(() => socket().onmessage?.({ data })).not.toThrow()
    }
  })
})
