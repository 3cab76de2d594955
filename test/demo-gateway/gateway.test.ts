import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import { chat, json, readUntil, send, sendFaulty, startGateway } from './gateway-under-test.ts'

describe('the gateway', () => {
  it('the gateway listens on loopback with a random key', async () => {
    const [one, other] = [await startGateway(), await startGateway()]
    expect(one.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
    expect(one.baseUrl).toBe(`${one.origin}/v1`)
    expect(one.key.length).toBeGreaterThan(20)
    expect(one.key).not.toBe(other.key)
  })

  it('the gateway rejects if the port is taken', async () => {
    const gateway = await startGateway()
    await expect(createDemoGateway({ port: Number(new URL(gateway.origin).port) })).rejects.toThrow('EADDRINUSE')
  })

  it('the gateway closes although streams are stalled', async () => {
    const gateway = await createDemoGateway()
    const answer = await sendFaulty(gateway, 'stall;after=1', chat('hi', { stream: true }))
    await readUntil(answer, (text) => text.includes('content'))
    await gateway.close()
    await expect(send(gateway, '/v1/models')).rejects.toThrow('fetch failed')
  })

  it('the gateway refuses a body above its limit with 413', async () => {
    const gateway = await startGateway()
    const answer = await send(gateway, '/v1/chat/completions', chat('x'.repeat(64 * 1024 * 1024)))
    expect(answer.status).toBe(413)
    expect(answer.headers.get('x-request-id')).toBeTruthy()
  })
})

describe('the record of requests', () => {
  it('the record holds the request, the answer and how it ended', async () => {
    const gateway = await startGateway()
    const body = chat('Repeat: a b c', { stream: true })
    const answer = await send(gateway, '/v1/chat/completions', body)
    await answer.text()
    const [record] = gateway.requests()
    expect(record).toMatchObject({
      id: answer.headers.get('x-request-id'),
      method: 'POST',
      path: '/v1/chat/completions',
      model: 'demo-chat',
      authorised: true,
      bodyBytes: JSON.stringify(body).length,
      body,
      status: 200,
    })
    expect(record?.chunks.map((chunk) => chunk.text).join('')).toBe('a b c')
    expect(record?.chunks[0]?.at).toBeGreaterThanOrEqual(record?.receivedAt ?? Number.POSITIVE_INFINITY)
  })

  it('the record keeps the last 1,000 requests', async () => {
    const gateway = await startGateway()
    for (let round = 0; round < 21; round += 1) {
      await Promise.all(Array.from({ length: 50 }, () => send(gateway, '/v1/models').then(json)))
    }
    expect(gateway.requests()).toHaveLength(1_000)
  })
})

describe('the command', () => {
  const started: ChildProcess[] = []
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL')
  })
  const run = (...args: string[]) => {
    const path = fileURLToPath(new URL('../../src/demo-gateway/cli.ts', import.meta.url))
    const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    started.push(child)
    return { child, lines: createInterface(child.stdout), exit: once(child, 'exit') }
  }

  it('the command prints one line when it is ready, and ends cleanly on SIGTERM', async () => {
    const { child, lines, exit } = run('--key', 'k-1', '--tokens-per-second', '0')
    const [line] = await once(lines, 'line')
    const [, baseUrl, key] = /^Demo gateway ready: (http:\/\/127\.0\.0\.1:\d+\/v1) {2}key: (\S+)$/.exec(line) ?? []
    expect(key).toBe('k-1')
    expect((await fetch(`${baseUrl}/models`, { headers: { authorization: 'Bearer k-1' } })).status).toBe(200)
    child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
  })

  it('the command prints the faults with --help', async () => {
    const { lines, exit } = run('--help')
    let text = ''
    for await (const line of lines) text += `${line}\n`
    expect(text).toContain('--tokens-per-second')
    expect(text).toContain('x-demo-fault: stall;after=20')
    expect(await exit).toEqual([0, null])
  })
})
