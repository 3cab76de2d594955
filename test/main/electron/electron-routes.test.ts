import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ElectronRoutes, type SessionWay } from '../../../src/main/electron/electron-routes.ts'
import { createGatewayFetch, type SentRequest } from '../../../src/main/electron/gateway-fetch.ts'
import { startSocksRelay } from '../../../src/main/electron/socks-relay.ts'
import { openTunnel } from '../../../src/main/gateway/proxy/proxy-tunnel.ts'
import type { ManualProxy } from '../../../src/main/platform.ts'
import { ElectronNet, type ElectronSession } from '../../fakes/electron-net.ts'
import { type LoopbackServer, loopbackServer } from '../../fakes/loopback-server.ts'
import { type SocksServer, socksServer } from '../../fakes/socks-server.ts'

const login = { username: 'ann', password: 'secret' }
const http: ManualProxy = { kind: 'http', host: 'proxy.example', port: 8080, ...login }

function routesUnderTest() {
  const ways: { readonly partition: string; readonly way: SessionWay }[] = []
  const relayed: string[] = []
  const routes = new ElectronRoutes({
    fetchOver: (partition, way) => async () => {
      ways.push({ partition, way: way() })
      return new Response('')
    },
    resolve: async () => 'PROXY from-pac.example:3128; DIRECT',
    relay: async (target) => {
      relayed.push(target.host)
      const proxy: ManualProxy = { kind: 'http', host: '127.0.0.1', port: 4567, username: 'atelier', password: 'own' }
      return { proxy, close: () => void relayed.push('closed') }
    },
  })
  return { routes, ways, relayed }
}

describe('the way of Electron’s sessions', () => {
  it.each([
    [{ mode: 'system' }, { mode: 'system' }],
    [{ mode: 'none' }, { mode: 'direct' }],
    [
      { mode: 'pac', url: 'https://a.example/p.pac' },
      { mode: 'pac_script', pacScript: 'https://a.example/p.pac' },
    ],
    [
      { mode: 'manual', proxy: http, bypass: 'in.example, 10.0.0.1' },
      {
        mode: 'fixed_servers',
        proxyRules: 'http://proxy.example:8080',
        proxyBypassRules: 'in.example,*.in.example,10.0.0.1',
      },
    ],
    [
      { mode: 'manual', proxy: { ...http, kind: 'socks5', username: '', password: '' }, bypass: '' },
      { mode: 'fixed_servers', proxyRules: 'socks5://proxy.example:8080', proxyBypassRules: '' },
    ],
  ] as const)('proxy settings are given to Electron in its form: %j', async (route, config) => {
    const { routes } = routesUnderTest()
    expect(routes.now()).toMatchObject({ generation: 0, config: null })
    await routes.apply(route)
    expect(routes.now()).toMatchObject({ generation: 1, config })
  })

  it('a SOCKS5 proxy with a login uses a relay, which ends at the next change', async () => {
    const { routes, relayed } = routesUnderTest()
    await routes.apply({ mode: 'manual', proxy: { ...http, kind: 'socks5' }, bypass: '' })
    expect(routes.now()).toMatchObject({
      config: { proxyRules: 'http://127.0.0.1:4567' },
      login: { username: 'atelier', password: 'own' },
    })
    await routes.apply({ mode: 'none' })
    expect(relayed).toEqual(['proxy.example', 'closed'])
  })

  it('a proxy is tested without being applied', async () => {
    const { routes, ways } = routesUnderTest()
    const trial = routes.trial({ mode: 'pac', url: 'https://a.example/p.pac' })
    expect(await trial.wayTo('https://gateway.example')).toMatchObject({ host: 'from-pac.example', port: 3128 })
    await trial.fetch('https://gateway.example')
    expect(ways).toMatchObject([{ partition: 'proxy-trial', way: { config: { mode: 'pac_script' } } }])
    expect(routes.now().generation).toBe(0)
  })
})

describe('requests over Electron’s sessions', () => {
  let server: LoopbackServer
  let net: ElectronNet
  beforeEach(async () => {
    server = await loopbackServer((_request, response) => void response.end('here'))
    net = new ElectronNet()
  })
  afterEach(async () => {
    net.close()
    await server.close()
  })

  it('requests after a change use new sessions, and earlier ones continue', async () => {
    let way: SessionWay = { generation: 0, config: null, login: null }
    const opened = new Map<string, ElectronSession>()
    const fetch = createGatewayFetch<ElectronSession>({
      open: (partition) => {
        const session = net.fromPartition(partition)
        opened.set(partition, session)
        return session
      },
      request: (options) => net.request(options),
      way: () => way,
    })
    const early = await fetch(server.origin)
    way = { generation: 1, config: { mode: 'direct' }, login: null }
    expect(await (await fetch(server.origin)).text()).toBe('here')
    expect(await early.text()).toBe('here')
    expect([...opened.keys()]).toEqual(['gateway', 'gateway~1'])
    expect(opened.get('gateway')?.proxies).toEqual([])
    expect(opened.get('gateway~1')?.proxies).toEqual([{ mode: 'direct' }])
  })

  it('requests answer a proxy’s login request once, and no server’s', async () => {
    const answers: unknown[] = []
    const listening: ((asked: { isProxy: boolean }, answer: (...words: unknown[]) => void) => void)[] = []
    const fetch = createGatewayFetch<ElectronSession>({
      open: (partition) => net.fromPartition(partition),
      request: (options) => {
        const request = net.request(options)
        const on = request.on.bind(request)
        const watched: SentRequest = Object.assign(request, {
          on: (event: string, listener: (...words: never[]) => void) => {
            if (event === 'login') listening.push(listener as (typeof listening)[number])
            return on(event as 'error', listener as () => void)
          },
        })
        return watched
      },
      way: () => ({ generation: 1, config: { mode: 'direct' }, login }),
    })
    await (await fetch(server.origin)).text()
    const [ask] = listening
    for (const isProxy of [false, true, true]) ask?.({ isProxy }, (...words) => answers.push(words))
    expect(answers).toEqual([[], ['ann', 'secret'], []])
  })
})

describe('the relay for SOCKS5', () => {
  let server: LoopbackServer
  let socks: SocksServer
  beforeEach(async () => {
    server = await loopbackServer((_request, response) => void response.end('far'))
    socks = await socksServer(login)
  })
  afterEach(async () => {
    await server.close()
    await socks.close()
  })

  it('the SOCKS5 relay accepts only clients that know its secret', async () => {
    const relay = await startSocksRelay({ kind: 'socks5', host: '127.0.0.1', port: socks.port, ...login })
    const target = { host: 'gateway.example', port: Number(new URL(server.origin).port) }
    const socket = await openTunnel(relay.proxy, target)
    socket.destroy()
    expect(socks.asked).toEqual([`gateway.example:${target.port}`])
    expect(relay.proxy.password).toHaveLength(48)
    for (const stranger of [{ username: '' }, { password: 'guessed' }, login])
      await expect(openTunnel({ ...relay.proxy, ...stranger }, target)).rejects.toMatchObject({ hop: 'proxy_login' })
    expect(socks.asked).toHaveLength(1)
    relay.close()
  })
})
