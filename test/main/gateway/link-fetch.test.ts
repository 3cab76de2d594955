import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { afterEach, describe, expect, test } from 'vitest'
import { openRemoteLink } from '../../../src/main/gateway/remote-link.ts'
import { mayConnect } from '../../../src/main/security/linked-host.ts'
import { AppFailure } from '../../../src/shared/errors.ts'
import { networkUnderTest, testedFetch, testedLinkFetch } from '../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer } from '../../fakes/loopback-server.ts'
import { selfSigned } from '../../fakes/self-signed.ts'

/** Stands for the internet; 127.0.0.1 is the user's own network. */
const outside = '127.0.0.2'
const inside = '127.0.0.1'
const allows: typeof mayConnect = (host, address) => address === outside || mayConnect(host, address)

const closing: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  where: { readonly address?: string; readonly port?: number } = {},
): Promise<LoopbackServer & { readonly port: number }> {
  const server = await loopbackServer(answer, where)
  closing.push(() => server.close())
  return Object.assign(server, { port: Number(new URL(server.origin).port) })
}

/** Names whose addresses can change at each lookup. */
function nameServer(answers: Readonly<Record<string, readonly (readonly string[])[]>>) {
  const asked: string[] = []
  const resolve = async (host: string): Promise<readonly string[]> => {
    const all = answers[host]
    if (all === undefined)
      throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND', syscall: 'getaddrinfo' })
    const found = all[Math.min(asked.filter((other) => other === host).length, all.length - 1)]
    asked.push(host)
    return found ?? []
  }
  return { asked, resolve }
}

async function open(url: string, resolve: (host: string) => Promise<readonly string[]>): Promise<string> {
  const io = {
    fetch: testedFetch,
    linkFetch: testedLinkFetch(resolve, allows),
    trusts: () => false,
    signal: () => AbortSignal.timeout(15_000),
  }
  try {
    const response = await openRemoteLink(url, io)
    return `${response.status} ${await response.text()}`
  } catch (cause) {
    return codeOf(cause)
  }
}

function codeOf(cause: unknown): string {
  for (let at = cause; at instanceof Error; at = at.cause) if (at instanceof AppFailure) return at.error.code
  return String(cause)
}

describe('a link by a name', () => {
  test('a link is requested at the resolved address, with its own host name', async () => {
    const seen: (string | undefined)[] = []
    const server = await serve(
      (request, response) => {
        seen.push(request.headers.host)
        response.end('here')
      },
      { address: outside },
    )
    const { resolve } = nameServer({ 'files.example': [[outside]] })
    expect(await open(`http://files.example:${server.port}/x`, resolve)).toBe('200 here')
    expect(seen).toEqual([`files.example:${server.port}`])
  })

  test('a link keeps its host name in TLS', async () => {
    const named: string[] = []
    const server = createTlsServer({
      ...selfSigned,
      SNICallback: (name, done) => {
        named.push(name)
        done(null)
      },
    })
    server.listen(0, outside)
    await once(server, 'listening')
    closing.push(() => void server.close())
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const { resolve } = nameServer({ 'files.example': [[outside]] })
    await open(`https://files.example:${address.port}/x`, resolve)
    expect(named).toEqual(['files.example'])
  })

  test('a link that resolves into the local network is refused, and nothing is sent', async () => {
    const server = await serve((_, response) => void response.end('secret'))
    const { resolve } = nameServer({ 'inside.example': [[inside]], 'both.example': [[outside, inside]] })
    expect(await open(`http://inside.example:${server.port}/`, resolve)).toBe('link_refused')
    expect(await open(`http://both.example:${server.port}/`, resolve)).toBe('link_refused')
    expect(server.paths).toEqual([])
  })

  test('a name that cannot be resolved is reported', async () => {
    const { resolve } = nameServer({})
    expect(await open('http://nowhere.example/', resolve)).toMatch(/ENOTFOUND|fetch failed|ERR_NAME_NOT_RESOLVED/)
  })

  test('a link whose addresses change after the check reveals nothing of the network', async () => {
    const secret = await serve((_, response) => void response.end('secret'))
    const server = await serve((_, response) => void response.end('here'), { address: outside, port: secret.port })
    const { asked, resolve } = nameServer({ 'rebound.example': [[outside], [inside]] })
    const url = `http://rebound.example:${server.port}/x`
    if (networkUnderTest === 'node') {
      // the connection uses the checked address; the second lookup never happens
      expect(await open(url, resolve)).toBe('200 here')
      expect([asked, secret.paths]).toEqual([['rebound.example'], []])
    } else {
      // Chromium resolves names itself; the connected address is checked before the answer is used
      expect(await open(url, resolve)).toBe('link_refused')
      expect(asked).toEqual(['rebound.example', 'rebound.example'])
    }
  })

  test('a link that is requested again is checked again', async () => {
    const secret = await serve((_, response) => void response.end('secret'))
    await serve((_, response) => void response.writeHead(200, { connection: 'close' }).end('here'), {
      address: outside,
      port: secret.port,
    })
    const linkFetch = testedLinkFetch(
      nameServer({ 'rebound.example': [[outside], ...(networkUnderTest === 'electron' ? [[outside]] : []), [inside]] })
        .resolve,
      allows,
    )
    const url = `http://rebound.example:${secret.port}/x`
    expect(await (await linkFetch(url)).text()).toBe('here')
    expect(await linkFetch(url).then(() => 'answered', codeOf)).toBe('link_refused')
    expect(secret.paths).toEqual([])
  })

  test('a link may redirect to another name, but not into the local network', async () => {
    const secret = await serve((_, response) => void response.end('secret'))
    const server = await serve(
      (request, response) => {
        const to = { '/in': `http://inside.example:${secret.port}/`, '/ip': secret.origin, '/out': '/x' }[
          request.url ?? ''
        ]
        if (to === undefined) response.end('arrived')
        else response.writeHead(302, { location: to }).end()
      },
      { address: outside, port: 0 },
    )
    const { resolve } = nameServer({ 'files.example': [[outside]], 'inside.example': [[inside]] })
    const origin = `http://files.example:${server.port}`
    expect(await open(`${origin}/out`, resolve)).toBe('200 arrived')
    expect(await open(`${origin}/in`, resolve)).toBe('link_refused')
    expect(await open(`${origin}/ip`, resolve)).toBe('link_refused')
    expect(secret.paths).toEqual([])
  })

  test('a link may redirect to a path in unencoded Chinese', async () => {
    const server = await serve(
      (request, response) => {
        if (request.url === '/')
          response.writeHead(302, { location: Buffer.from('/文件.png').toString('latin1') }).end()
        else response.end(decodeURIComponent(request.url ?? ''))
      },
      { address: outside },
    )
    const { resolve } = nameServer({ 'files.example': [[outside]] })
    expect(await open(`http://files.example:${server.port}/`, resolve)).toBe('200 /文件.png')
  })

  test('a link may not redirect without an address', async () => {
    const server = await serve((_, response) => void response.writeHead(302, { location: 'http://[' }).end(), {
      address: outside,
    })
    const { resolve } = nameServer({ 'files.example': [[outside]] })
    expect(await open(`http://files.example:${server.port}/`, resolve)).toBe('link_refused')
  })
})
