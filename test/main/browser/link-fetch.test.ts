import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type HttpProxy, httpProxy } from '../../fakes/http-proxy.ts'
import { type LoopbackServer, loopbackServer } from '../../fakes/loopback-server.ts'

const run = promisify(execFile)

let server: LoopbackServer
let proxy: HttpProxy
beforeEach(async () => {
  server = await loopbackServer((request, response) => void response.end(`${request.headers.host}${request.url}`))
  const port = Number(new URL(server.origin).port)
  proxy = await httpProxy({ 'gateway.example': port, 'cdn.example': port })
})
afterEach(async () => {
  await proxy.close()
  await server.close()
})

async function ask(
  gateway: string,
  link: string,
  environment: Readonly<Record<string, string>>,
  ...address: readonly string[]
): Promise<unknown> {
  const script = join(import.meta.dirname, '../../fakes/link-process.ts')
  const { stdout } = await run(process.execPath, [script, gateway, link, ...address], {
    env: { ...process.env, ...environment },
  })
  return JSON.parse(stdout)
}

describe('Node started with NODE_USE_ENV_PROXY', () => {
  const names = (): Record<string, string> => ({ NODE_USE_ENV_PROXY: '1', HTTP_PROXY: `http://${proxy.address}` })

  test('requests to gateways and links use the proxy, without resolving names locally', async () => {
    expect(await ask('http://gateway.example/v1', 'http://cdn.example/x', names())).toEqual([
      'gateway.example/v1',
      'cdn.example/x',
    ])
    expect(proxy.asked).toHaveLength(2)
  })

  test('links into the local network are refused before the proxy is asked', async () => {
    expect(await ask('http://gateway.example/v1', server.origin, names())).toEqual([
      'gateway.example/v1',
      'link_refused',
    ])
    expect(await ask('http://gateway.example/v1', 'http://nas.local/', names())).toMatchObject([{}, 'link_refused'])
    expect(proxy.asked).toHaveLength(2)
  })

  test('an address is checked locally if NO_PROXY excludes its name', async () => {
    const around = { ...names(), NO_PROXY: 'inside.example' }
    const link = `http://inside.example:${new URL(server.origin).port}/`
    expect(await ask('http://gateway.example/v1', link, around, '127.0.0.1')).toEqual([
      'gateway.example/v1',
      'link_refused',
    ])
    expect(proxy.asked).toHaveLength(1)
  })

  test('a gateway on this computer is reached through the proxy too, unless NO_PROXY excludes it', async () => {
    expect(await ask(server.origin, 'http://cdn.example/', names())).toEqual(['proxy', 'cdn.example/'])
    const around = { ...names(), NO_PROXY: '127.0.0.1' }
    expect(await ask(server.origin, 'http://cdn.example/', around)).toEqual([
      expect.stringContaining('127.0.0.1'),
      'cdn.example/',
    ])
  })
})

test('Node ignores proxies unless told to use them', async () => {
  const answer = await ask(server.origin, 'http://cdn.invalid/x', { HTTP_PROXY: `http://${proxy.address}` })
  expect(answer).toEqual([expect.stringContaining('127.0.0.1'), expect.stringMatching(/^(address_not_found|offline)$/)])
  expect(proxy.asked).toEqual([])
})
