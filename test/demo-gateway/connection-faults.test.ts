import { describe, expect, it } from 'vitest'
import {
  chat,
  eventsOf,
  readUntil,
  send,
  sendFaulty,
  sendOverSocket,
  startGateway,
  textOf,
  writesOf,
} from './gateway-under-test.ts'

const gateway = await startGateway()
const streaming = chat('Tell me about **“突发容量”** in 300 words', { stream: true })
const lastRecord = () => gateway.requests().at(-1)
const settled = async () => {
  while (lastRecord()?.outcome === 'open') await new Promise((resolve) => setImmediate(resolve))
  return lastRecord()
}

describe('the faults of time', () => {
  it('delay waits before the first byte', async () => {
    const before = performance.now()
    await sendFaulty(gateway, 'delay;ms=120')
    expect(performance.now() - before).toBeGreaterThan(110)
  })

  it('first-token sends the head and the role, then waits', async () => {
    const before = performance.now()
    const answer = await sendFaulty(gateway, 'first-token;ms=150', streaming)
    const text = await readUntil(answer, (sofar) => textOf(eventsOf(sofar)) !== '')
    expect(performance.now() - before).toBeGreaterThan(140)
    expect(text).toContain('"role":"assistant"')
  })

  it('pace sets the tokens per second', async () => {
    const before = performance.now()
    await (await sendFaulty(gateway, 'pace;tokens=100', { ...streaming, max_tokens: 20 })).text()
    expect(performance.now() - before).toBeGreaterThan(180)
  })

  it('stall sends exactly the tokens before it, and continues if it has a length', async () => {
    const stalled = await sendFaulty(gateway, 'stall;after=3', chat('Repeat: a b c d e', { stream: true }))
    expect(textOf(eventsOf(await readUntil(stalled, (text) => text.includes('" c"'))))).toBe('a b c')
    const paused = await sendFaulty(gateway, 'stall;after=3;ms=50', chat('Repeat: a b c d e', { stream: true }))
    expect(textOf(eventsOf(await paused.text()))).toBe('a b c d e')
  })

  it('stall leaves a whole answer half sent', async () => {
    const answer = await sendFaulty(gateway, 'stall')
    expect(await readUntil(answer, (text) => text.includes('"choices"'))).toContain('chat.completion')
  })

  it('keep-alive sends comments while a stream is stalled', async () => {
    const answer = await sendFaulty(gateway, 'stall;after=1, keep-alive;ms=5', streaming)
    expect(await readUntil(answer, (text) => text.split(': keep-alive').length > 3)).toContain(': keep-alive\n\n')
  })

  it('a stalled stream detects that the client has gone', async () => {
    const leave = new AbortController()
    const answer = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.key}`, 'x-demo-fault': 'stall;after=2' },
      body: JSON.stringify(streaming),
      signal: leave.signal,
    })
    expect(answer.status).toBe(200)
    leave.abort()
    expect(await settled()).toMatchObject({ outcome: 'client-gone' })
  })
})

describe('the faults of the connection', () => {
  it('reset ends the connection before the headers', async () => {
    const { text, end } = await sendOverSocket(gateway, 'reset', streaming)
    expect({ text, end }).toEqual({ text: '', end: 'reset' })
    await expect(sendFaulty(gateway, 'reset')).rejects.toThrow('fetch failed')
    expect(await settled()).toMatchObject({ outcome: 'reset', status: undefined })
  })

  it('reset;at=upload does not read the body', async () => {
    const { text, end } = await sendOverSocket(gateway, 'reset;at=upload', streaming)
    expect({ text, end }).toEqual({ text: '', end: 'reset' })
    expect(lastRecord()?.bodyBytes).toBe(0)
  })

  it('reset;after=N ends the connection after N tokens, all of which arrive', async () => {
    const { text, end } = await sendOverSocket(gateway, 'reset;after=3', chat('Repeat: a b c d e', { stream: true }))
    expect(end).toBe('reset')
    expect(textOf(eventsOf(text))).toBe('a b c')
  })

  it('reset;after=0 ends a whole answer after its headers', async () => {
    const { text, end } = await sendOverSocket(gateway, 'reset;after=0', chat('hi'))
    expect(end).toBe('reset')
    expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]+\r\n\r\n$/)
  })

  it('hang-up ends the connection with FIN before the headers', async () => {
    const { text, end } = await sendOverSocket(gateway, 'hang-up', chat('hi'))
    expect({ text, end }).toEqual({ text: '', end: 'fin' })
  })

  it('early-close ends a stream cleanly with neither finish_reason nor [DONE]', async () => {
    const text = await (await sendFaulty(gateway, 'early-close;after=4', streaming)).text()
    expect(eventsOf(text)).toHaveLength(5)
    expect(text).not.toMatch(/"finish_reason":"|\[DONE\]/)
    expect(await settled()).toMatchObject({ outcome: 'closed-early' })
  })

  it('early-close;hard cuts the HTTP body, which fetch notices', async () => {
    const answer = await sendFaulty(gateway, 'early-close;after=4;hard', streaming)
    await expect(answer.text()).rejects.toThrow('terminated')
  })

  it('early-close cuts a whole answer', async () => {
    await expect((await sendFaulty(gateway, 'early-close')).text()).rejects.toThrow('terminated')
  })

  it('no-done leaves out [DONE], no-finish leaves out finish_reason', async () => {
    const noDone = await (await sendFaulty(gateway, 'no-done', streaming)).text()
    expect(noDone).toContain('"finish_reason":"stop"')
    expect(noDone).not.toContain('[DONE]')
    const noFinish = await (await sendFaulty(gateway, 'no-finish', streaming)).text()
    expect(noFinish).not.toContain('"finish_reason":"stop"')
    expect(noFinish).toContain('[DONE]')
  })
})

describe('the faults of bytes', () => {
  it('split-bytes cuts multi-byte characters', async () => {
    const answer = await sendOverSocket(gateway, 'split-bytes', chat('Repeat: 突发 é', { stream: true }))
    const writes = writesOf(answer)
    expect(writes.every((write) => write.length === 1)).toBe(true)
    expect(textOf(eventsOf(Buffer.concat(writes).toString('utf8')))).toBe('突发 é')
    expect(answer.packets.length).toBeGreaterThan(20)
  })

  it('split-bytes cuts whole answers too', async () => {
    const answer = await sendFaulty(gateway, 'split-bytes;size=7', chat('Repeat: 突发'))
    expect(JSON.parse(await answer.text()).choices[0].message.content).toBe('突发')
  })

  it('crlf puts \\r and \\n into different writes', async () => {
    const answer = await sendOverSocket(gateway, 'crlf', chat('Repeat: a b', { stream: true }))
    const writes = writesOf(answer).map((write) => write.toString('utf8'))
    expect(writes.some((write) => write.endsWith('\r'))).toBe(true)
    expect(writes.every((write) => !write.includes('\r\n'))).toBe(true)
    expect(writes.join('')).toContain('data: [DONE]\r\n\r\n')
  })

  it('cr ends lines with a lone CR', async () => {
    const text = await (await sendFaulty(gateway, 'cr', streaming)).text()
    expect(text).not.toContain('\n')
    expect(text.endsWith('data: [DONE]\r\r')).toBe(true)
  })

  it('comments puts comments, blank lines and unknown fields between events', async () => {
    const text = await (await sendFaulty(gateway, 'comments', streaming)).text()
    for (const odd of [': keep-alive\n', '\n\n\n', '\nretry: 3000\n', '\nmood: fair\n', '\nid: '])
      expect(text).toContain(odd)
    expect(textOf(eventsOf(text))).not.toBe('')
  })

  it('no-space, bom and multi-line are unusual but valid', async () => {
    const answer = await sendFaulty(gateway, 'no-space, bom, multi-line', chat('Repeat: a', { stream: true }))
    const text = Buffer.from(await answer.arrayBuffer()).toString('utf8')
    expect(text.startsWith('\uFEFFdata:{\ndata: "id"')).toBe(true)
    expect(text.endsWith('data:[DONE]\n\n')).toBe(true)
  })

  it('burst sends many events in one write', async () => {
    const answer = await sendOverSocket(gateway, 'burst;events=1000', chat('Repeat: a b c', { stream: true }))
    expect(writesOf(answer)).toHaveLength(1)
  })
})

describe('a stream that reports trouble', () => {
  it('stream-error sends an error in the middle, in two shapes', async () => {
    const standard = eventsOf(
      await (await sendFaulty(gateway, 'stream-error;after=2;code=overloaded', streaming)).text(),
    )
    expect(JSON.parse(standard.at(-1) ?? '').error).toMatchObject({ code: 'overloaded' })
    expect(standard).toHaveLength(4)
    const text = eventsOf(await (await sendFaulty(gateway, 'stream-error;after=2;shape=string', streaming)).text())
    expect(JSON.parse(text.at(-1) ?? '').error).toBe('The model stopped unexpectedly.')
    const goesOn = await (await sendFaulty(gateway, 'stream-error;after=2;continue', streaming)).text()
    expect(goesOn).toContain('[DONE]')
  })

  it('bad-chunk sends an event that is not JSON and continues', async () => {
    const events = eventsOf(await (await sendFaulty(gateway, 'bad-chunk;after=2', streaming)).text())
    expect(() => JSON.parse(events[3] ?? '')).toThrow()
    expect(events.at(-1)).toBe('[DONE]')
  })

  it('empty-deltas adds chunks without text, and the text stays the same', async () => {
    const text = await (await sendFaulty(gateway, 'empty-deltas', streaming)).text()
    expect(text).toContain('"content":null')
    expect(text).toContain('"choices":[]')
    const plain = await (await send(gateway, '/v1/chat/completions', streaming)).text()
    expect(textOf(eventsOf(text))).toBe(textOf(eventsOf(plain)))
  })

  it('content-filter ends a stream early with its own finish_reason', async () => {
    const text = await (
      await sendFaulty(gateway, 'content-filter;after=3', chat('Repeat: a b c d', { stream: true }))
    ).text()
    expect(textOf(eventsOf(text))).toBe('a b c')
    expect(text).toContain('"finish_reason":"content_filter"')
  })
})
