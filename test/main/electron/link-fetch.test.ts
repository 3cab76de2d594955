import { once } from 'node:events'
import { createServer as createTlsServer } from 'node:https'
import { afterEach, describe, expect, test } from 'vitest'
import { createLinkFetch } from '../../../src/main/electron/link-fetch.ts'
import { toAppError } from '../../../src/main/gateway/errors.ts'
import { openRemoteLink } from '../../../src/main/gateway/remote-link.ts'
import { mayConnect } from '../../../src/main/security/linked-host.ts'
import { ElectronNet, type Network } from '../../fakes/electron-net.ts'
import { lookupOf } from '../../fakes/fetches.ts'
import { httpProxy } from '../../fakes/http-proxy.ts'
import { loopbackServer } from '../../fakes/loopback-server.ts'
import { selfSigned } from '../../fakes/self-signed.ts'

/** Stands for the internet; other loopback addresses are the user's own network. */
const outside = '127.0.0.2'
const allows: typeof mayConnect = (host, address) => address === outside || mayConnect(host, address)

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(text: string, address = '127.0.0.1', port = 0) {
  const server = await loopbackServer((_, response) => void response.end(text), { address, port })
  closing.push(() => server.close())
  return { ...server, port: Number(new URL(server.origin).port) }
}

async function proxyFor(names: Readonly<Record<string, number>>, at?: string) {
  const proxy = await httpProxy(names, at)
  closing.push(() => proxy.close())
  return proxy
}

/** A network whose name servers know these names; `asked` lists the names looked up. */
function networkOf(names: Readonly<Record<string, string>>, pac: string) {
  const asked: string[] = []
  const lookup = lookupOf(async (host) => {
    if (/^[\d.]+$/.test(host)) return [host]
    asked.push(host)
    return names[host] === undefined ? [] : [names[host]]
  })
  const network: Network = { lookup, proxyFor: () => pac }
  return { asked, net: new ElectronNet(network) }
}

async function open(net: ElectronNet, url: string): Promise<string> {
  closing.push(() => net.close())
  const linkFetch = createLinkFetch(
    { open: (partition) => net.fromPartition(partition), request: (options) => net.request(options) },
    allows,
  )
  const io = { fetch: linkFetch, linkFetch, trusts: () => false, signal: () => AbortSignal.timeout(15_000) }
  return await openRemoteLink(url, io).then(
    (response) => response.text(),
    (cause: unknown) => toAppError(cause, []).code,
  )
}

describe('a link behind a proxy', () => {
  test('a link is requested through the proxy, although no name server knows its name and the proxy is local', async () => {
    const server = await serve('a result that was paid for')
    const proxy = await proxyFor({ 'cdn.example': server.port })
    const { asked, net } = networkOf({}, `PROXY ${proxy.address}`)
    expect(await open(net, 'http://cdn.example/x.png')).toBe('a result that was paid for')
    expect([proxy.asked, asked]).toEqual([['GET http://cdn.example/x.png'], []])
  })

  test("an HTTPS link uses the proxy's CONNECT", async () => {
    const server = createTlsServer(selfSigned, (_, response) => response.end('secret'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => server.close())
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const proxy = await proxyFor({ 'cdn.example': address.port })
    const { asked, net } = networkOf({}, `PROXY ${proxy.address}`)
    // the certificate is untrusted, so its error shows which route was taken
    expect(await open(net, 'https://cdn.example/x.png')).toBe('tls')
    expect([proxy.asked, asked]).toEqual([['CONNECT cdn.example:443'], []])
    expect(await open(net, 'https://unknown.example/x.png')).toBe('proxy')
  })

  test.each([
    'http://10.0.0.1/',
    'http://localhost/',
    'http://nas.local/',
    'http://vault.internal/',
    'http://printer/',
  ])('a link is refused for %s before the proxy learns of it', async (url) => {
    const proxy = await proxyFor({})
    const { net } = networkOf({}, `PROXY ${proxy.address}`)
    expect([await open(net, url), proxy.asked]).toEqual(['link_refused', []])
  })

  test('an unreachable proxy is reported', async () => {
    const server = await serve('')
    await server.close()
    closing.length = 0
    const { net } = networkOf({}, `PROXY 127.0.0.1:${server.port}`)
    expect(await open(net, 'http://cdn.example/')).toBe('proxy')
  })

  test('a link that bypasses a missing proxy is checked by its own address', async () => {
    const secret = await serve('secret')
    const server = await serve('here', outside, secret.port)
    const gone = await proxyFor({}, '127.0.0.3')
    await closing.pop()?.()
    const names = { 'cdn.example': outside, 'inside.example': '127.0.0.1' }
    const { net } = networkOf(names, `PROXY ${gone.address}; DIRECT`)
    expect(await open(net, `http://cdn.example:${server.port}/`)).toBe('here')
    expect(await open(net, `http://inside.example:${server.port}/`)).toBe('link_refused')
  })
})

test('a link without a proxy is resolved before anything is sent', async () => {
  const secret = await serve('secret')
  const { asked, net } = networkOf({ 'inside.example': '127.0.0.1' }, 'DIRECT')
  expect(await open(net, `http://inside.example:${secret.port}/`)).toBe('link_refused')
  expect([asked, secret.paths]).toEqual([['inside.example'], []])
})

test('an answer from an unknown address is withheld', async () => {
  const { net } = networkOf({ 'cdn.example': outside }, 'DIRECT')
  const server = await serve('secret', outside)
  const session = net.fromPartition('links')
  const listen = session.webRequest.onHeadersReceived
  session.webRequest.onHeadersReceived = (listener) =>
    listen(listener && ((details, answer) => listener({ url: details.url }, answer)))
  expect(await open(net, `http://cdn.example:${server.port}/`)).toBe('link_refused')
})

test('links have their own sessions, which do not identify the user', async () => {
  const server = await serve('here', outside)
  const { net } = networkOf({ 'cdn.example': outside }, 'DIRECT')
  expect(await open(net, `http://cdn.example:${server.port}/`)).toBe('here')
  expect([net.partitions, net.fromPartition('links').ntlmDomains]).toEqual([['links'], ''])
})
