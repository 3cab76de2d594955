import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import { createPatientFetch } from '../../../../src/main/browser/patient-fetch.ts'
import { NodeRoutes } from '../../../../src/main/browser/routed-fetch.ts'
import { NetworkGate } from '../../../../src/main/gateway/proxy/network-gate.ts'
import type { Secrets } from '../../../../src/main/platform.ts'
import { createMemorySecrets } from '../../../../src/main/secrets/memory.ts'
import { NoticesService } from '../../../../src/main/services/app/notices-service.ts'
import { NetworkService } from '../../../../src/main/services/network/network-service.ts'
import { fail } from '../../../../src/shared/errors.ts'
import { initialProxy, type ProxySettings } from '../../../../src/shared/proxy.ts'
import { type LoginProxy, loginProxy } from '../../../fakes/login-proxy.ts'
import { EventRecorder, memoryStore, testPlatform } from '../../../fakes/platform.ts'
import { type SocksServer, socksServer } from '../../../fakes/socks-server.ts'

const login = { username: 'ann@work', password: 'p:ä ß%' }
let gateway: DemoGateway
let http: LoginProxy
let socks: SocksServer
let address: string
beforeEach(async () => {
  gateway = await createDemoGateway({})
  http = await loginProxy(login)
  socks = await socksServer(login)
  // a name that only the proxies know
  address = gateway.baseUrl.replace('127.0.0.1', 'gateway.example')
})
afterEach(async () => {
  await Promise.all([gateway.close(), http.close(), socks.close()])
})

/** A keychain that works. */
function memoryKeychain(): Secrets {
  const memory = createMemorySecrets()
  return {
    ...memory,
    get: async (account) => {
      const held = await memory.get(account)
      return held === null ? null : { ...held, kept: 'keychain' }
    },
    set: async (account, secret) => {
      await memory.set(account, secret)
      return 'keychain'
    },
  }
}

function networkUnderTest(environment: Readonly<Record<string, string>> = {}, secrets = memoryKeychain()) {
  const routes = new NodeRoutes(environment)
  const store = memoryStore()
  const logged: string[] = []
  const gate = new NetworkGate()
  const notices = new NoticesService([], new EventRecorder())
  const service = new NetworkService({
    ...{ proxy: routes, store, secrets, gate, notices },
    connections: { addressOf: (id) => (id === 'team' ? address : null) },
    log: (_level, event, fields) => logged.push(`${event} ${JSON.stringify(fields)}`),
  })
  return {
    service,
    routes,
    store,
    secrets,
    logged,
    gate,
    notices,
    fetch: gate.over(routes.fetchOver(createPatientFetch())),
  }
}

const settingsOf = (kind: 'http' | 'socks5', more: Partial<ProxySettings> = {}): ProxySettings => ({
  ...initialProxy,
  ...{ mode: kind, host: '127.0.0.1', port: kind === 'http' ? http.port : socks.port, username: login.username },
  ...more,
})

describe.each(['http', 'socks5'] as const)('a proxy of kind %s with a login', (kind) => {
  const asked = () => (kind === 'http' ? http : socks).asked

  test('a saved proxy is used at once, and streams', async () => {
    const { service, fetch } = networkUnderTest()
    await service.saveRoute({ settings: settingsOf(kind), password: login.password })
    const response = await fetch(`${address}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'demo-chat', stream: true, messages: [{ role: 'user', content: 'tea' }] }),
    })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('[DONE]')
    expect(asked()).toEqual([new URL(address).host])
    expect(gateway.requests()).toHaveLength(1)
  })

  test('a proxy is tested before it is saved, and no key is sent', async () => {
    const { service, store } = networkUnderTest()
    const tested = { settings: settingsOf(kind), password: login.password, connectionId: 'team' }
    expect(await service.test(tested)).toEqual({
      outcome: 'ok',
      via: `127.0.0.1:${tested.settings.port}`,
      gateway: new URL(address).host,
    })
    expect(JSON.stringify(gateway.requests().map(({ headers }) => headers))).not.toMatch(/authorization|Bearer/i)
    expect(store.get('proxy')).toBeUndefined()
  })

  test('a proxy that refuses the password is named as the failing hop', async () => {
    const { service, fetch } = networkUnderTest()
    const wrong = { settings: settingsOf(kind), password: 'wrong', connectionId: 'team' }
    const report = await service.test(wrong)
    expect(report).toMatchObject({ outcome: 'failed', hop: 'proxy_login' })
    expect(JSON.stringify(report)).not.toMatch(/wrong|ann@work/)
    await service.saveRoute({ settings: wrong.settings, password: 'wrong' })
    await expect(fetch(`${address}/models`)).rejects.toMatchObject({ cause: { hop: 'proxy_login' } })
    expect(gateway.requests()).toEqual([])
  })

  test('a proxy’s password is in the keychain, and used for that proxy alone', async () => {
    const { service, store, secrets, logged } = networkUnderTest()
    await service.saveRoute({ settings: settingsOf(kind), password: login.password })
    expect(JSON.stringify(store.get('proxy'))).not.toContain(login.password)
    expect(logged.join()).not.toContain(login.password)
    const account = `proxy ${kind}://127.0.0.1:${settingsOf(kind).port} ann@work`
    expect((await secrets.get(account))?.secret).toBe(login.password)
    // without a password the stored one stays
    expect((await service.saveRoute({ settings: settingsOf(kind, { bypass: 'x.example' }) })).hasPassword).toBe(true)
    expect(await service.test({ settings: settingsOf(kind), connectionId: 'team' })).toMatchObject({ outcome: 'ok' })
    // another proxy does not get it
    expect((await service.saveRoute({ settings: settingsOf(kind, { host: 'evil.example' }) })).hasPassword).toBe(false)
    expect(await secrets.get(account)).toBeNull()
  })
})

describe('a failing hop is named:', () => {
  const failing = async (settings: ProxySettings, password = login.password) =>
    await networkUnderTest().service.test({ settings, password, connectionId: 'team' })

  test('reports a proxy whose name has no address', async () => {
    expect(await failing(settingsOf('http', { host: 'proxy.invalid' }))).toMatchObject({ hop: 'proxy_name' })
  })

  test('reports a proxy that is down', async () => {
    const { port } = http
    await http.close()
    expect(await failing(settingsOf('http', { port }))).toMatchObject({
      hop: 'proxy_connection',
      detail: expect.stringContaining('ECONNREFUSED'),
    })
    http = await loginProxy(login)
  })

  test.each(['http', 'socks5'] as const)('reports that the %s proxy cannot reach the gateway', async (kind) => {
    await gateway.close()
    expect(await failing(settingsOf(kind))).toMatchObject({ hop: 'target' })
    gateway = await createDemoGateway({})
  })

  test('reports a gateway whose answer is not HTTP', async () => {
    const server = createServer((socket) => void socket.once('data', () => socket.end('what?\r\n')))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const bound = server.address()
    if (bound === null || typeof bound === 'string') throw new Error('no port')
    address = `http://gateway.example:${bound.port}/v1`
    expect(await failing(settingsOf('http'))).toMatchObject({ outcome: 'failed', hop: 'gateway' })
    server.close()
  })
})

test('a change during an answer lets it end on the old route, and sends nothing twice', async () => {
  await gateway.close()
  gateway = await createDemoGateway({ tokensPerSecond: 200 })
  address = gateway.baseUrl.replace('127.0.0.1', 'gateway.example')
  const { service, fetch } = networkUnderTest()
  await service.saveRoute({ settings: settingsOf('http'), password: login.password })
  const response = await fetch(`${address}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'demo-chat',
      stream: true,
      messages: [{ role: 'user', content: 'Write 300 characters' }],
    }),
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader?.read())?.value ?? ''
  expect(text).not.toContain('[DONE]')
  await service.saveRoute({ settings: settingsOf('socks5'), password: login.password })
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) text += next.value
  expect(text).toContain('[DONE]')
  expect(gateway.requests()).toHaveLength(1)
  expect(socks.asked).toEqual([])
  await (await fetch(`${address}/models`)).body?.cancel()
  expect(socks.asked).toHaveLength(1)
  expect(http.asked).toHaveLength(1)
})

test('the stored route is applied at the next start, or that of the environment if the user chose the system’s', async () => {
  const first = networkUnderTest()
  await first.service.saveRoute({ settings: settingsOf('http'), password: login.password })
  const routes = new NodeRoutes({})
  const { store, secrets } = first
  const { gate, notices } = first
  const parts = { store, secrets, gate, notices, connections: { addressOf: () => null }, log: () => undefined }
  await new NetworkService({ ...parts, proxy: routes }).start()
  await (await routes.fetchOver(createPatientFetch())(`${address}/models`)).body?.cancel()
  expect(http.asked).toHaveLength(1)

  const word = encodeURIComponent(login.password)
  const url = `socks5://${encodeURIComponent(login.username)}:${word}@127.0.0.1:${socks.port}`
  const system = networkUnderTest({ ALL_PROXY: url })
  await system.service.start()
  await (await system.fetch(`${address}/models`)).body?.cancel()
  expect(socks.asked).toHaveLength(1)
})

test('this computer and hosts of the list are reached without the proxy', async () => {
  const { service, fetch } = networkUnderTest()
  await service.saveRoute({ settings: settingsOf('http', { bypass: 'gateway.invalid' }), password: login.password })
  expect((await fetch(`${gateway.baseUrl}/models`)).status).toBe(401)
  await expect(fetch('http://gateway.invalid/v1/models')).rejects.toThrow()
  expect(http.asked).toEqual([])
})

test('a server that is not a proxy is refused, and nothing changes', async () => {
  const { service } = networkUnderTest()
  for (const settings of [
    settingsOf('http', { host: '' }),
    settingsOf('http', { host: 'http://proxy.example' }),
    settingsOf('http', { host: 'user@proxy.example' }),
    settingsOf('http', { host: 'proxy.example:80' }),
    { ...initialProxy, mode: 'pac', pacUrl: 'https://a.example/proxy.pac' } as const,
  ])
    await expect(service.saveRoute({ settings })).rejects.toMatchObject({ error: { code: 'proxy_address' } })
  expect((await service.networkState()).settings).toEqual(initialProxy)
})

test.each([
  ['a script where there is no sandbox for it', { ...initialProxy, mode: 'pac', pacUrl: 'https://a.example/p.pac' }],
  ['what another version wrote', { mode: 'quic', host: 'proxy.example' }],
  ['what is no host', { ...initialProxy, mode: 'http', host: 'http://proxy.example' }],
])('a stored route that cannot be applied blocks all requests: %s', async (_what, stored) => {
  // without the gate this proxy of the environment would be used
  const { service, store, fetch, notices } = networkUnderTest({ HTTP_PROXY: `http://127.0.0.1:${http.port}` })
  store.set('proxy', stored)
  await service.start()
  const keyed = { headers: { authorization: `Bearer ${gateway.key}` } }
  await expect(fetch(`${address}/models`, keyed)).rejects.toMatchObject({ error: { code: 'proxy_unset' } })
  expect([http.asked, gateway.requests()]).toEqual([[], []])
  expect(notices.listNotices()).toEqual([{ code: 'proxy_unset' }])
  // this computer is reached as ever
  expect((await fetch(`${gateway.baseUrl}/models`, keyed)).status).toBe(200)
  await service.saveRoute({ settings: settingsOf('http'), password: login.password })
  expect((await fetch(`${address}/models`, keyed)).status).toBe(200)
  expect([http.asked.length, notices.listNotices()]).toEqual([1, []])
})

test('requests wait for a slow keychain, and the start does not', async () => {
  const store = memoryStore()
  store.set('proxy', settingsOf('http'))
  const behind = createMemorySecrets()
  await behind.set(`proxy http://127.0.0.1:${http.port} ann@work`, login.password)
  const unlocked = Promise.withResolvers<void>()
  const secrets = {
    ...behind,
    get: async (account: string) => {
      if (account.startsWith('proxy ')) await unlocked.promise
      return await behind.get(account)
    },
  }
  const proxy = new NodeRoutes({})
  const { platform, dispose } = testPlatform({ store, secrets, proxy, fetch: proxy.fetchOver(createPatientFetch()) })
  const app = await createApp(platform, { demo: false })
  try {
    const input = { baseUrl: address, key: gateway.key, allowInsecure: true }
    const tested = app.call('connections.test', input)
    const first = await Promise.race([tested, new Promise((resolve) => setTimeout(() => resolve('waiting'), 100))])
    expect([first, http.asked]).toEqual(['waiting', []])
    unlocked.resolve()
    expect(await tested).toMatchObject({ ok: true })
    expect(http.asked.length).toBeGreaterThan(0)
  } finally {
    await app.close()
    dispose()
  }
})

test('a route that cannot be applied is not stored, and the last of two saves counts', async () => {
  const { service, routes, store } = networkUnderTest()
  await service.saveRoute({ settings: settingsOf('http'), password: login.password })
  const apply = routes.apply.bind(routes)
  const applied: string[] = []
  const slow = Promise.withResolvers<void>()
  routes.apply = async (route) => {
    if (route.mode === 'none') fail('proxy_address', 'no relay')
    if (route.mode === 'manual') await slow.promise
    applied.push(route.mode)
    await apply(route)
  }
  await expect(service.saveRoute({ settings: { ...initialProxy, mode: 'none' } })).rejects.toThrow('no relay')
  expect(store.get('proxy')).toMatchObject({ mode: 'http' })
  const first = service.saveRoute({ settings: settingsOf('socks5'), password: login.password })
  const second = service.saveRoute({ settings: initialProxy })
  slow.resolve()
  await Promise.all([first, second])
  expect(applied).toEqual(['manual', 'system'])
  expect(store.get('proxy')).toMatchObject({ mode: 'system' })
})

describe('a keychain that does not return the proxy’s password', () => {
  /** A second start over the same settings, with a keychain that can be locked. */
  async function locked() {
    const first = networkUnderTest()
    await first.service.saveRoute({ settings: settingsOf('http'), password: login.password })
    let isLocked = true
    const second = networkUnderTest()
    const { store, secrets: behind } = first
    const secrets = { ...behind, get: async (account: string) => (isLocked ? null : await behind.get(account)) }
    const { gate, notices, routes, fetch } = second
    const parts = { store, secrets, gate, notices, connections: { addressOf: () => null }, log: () => undefined }
    const service = new NetworkService({ ...parts, proxy: routes })
    await service.start()
    return { service, fetch, notices, behind, unlock: () => (isLocked = false) }
  }

  test('a locked keychain blocks all requests, and is asked again', async () => {
    const { service, fetch, notices, unlock } = await locked()
    await expect(fetch(`${address}/models`)).rejects.toMatchObject({ error: { code: 'proxy_unset' } })
    expect([notices.listNotices(), http.asked]).toEqual([[{ code: 'proxy_locked' }], []])
    expect((await service.retryRoute()).hasPassword).toBe(true)
    expect(notices.listNotices()).toEqual([{ code: 'proxy_locked' }])
    unlock()
    await service.retryRoute()
    expect(notices.listNotices()).toEqual([])
    await (await fetch(`${address}/models`)).body?.cancel()
    expect(http.asked).toHaveLength(1)
  })

  test('a stored password stays when other fields are saved, and when the keychain is locked again', async () => {
    const { service, behind, unlock } = await locked()
    expect((await service.networkState()).hasPassword).toBe(true)
    const changed = { settings: settingsOf('http', { bypass: 'x.example' }) }
    await expect(service.saveRoute(changed)).rejects.toMatchObject({ error: { code: 'proxy_locked' } })
    expect((await behind.get(`proxy http://127.0.0.1:${http.port} ann@work`))?.secret).toBe(login.password)
    unlock()
    expect((await service.saveRoute(changed)).hasPassword).toBe(true)
  })

  test('a typed password or another proxy replaces a password in a locked keychain', async () => {
    const { service, notices, fetch } = await locked()
    await service.saveRoute({ settings: settingsOf('http'), password: login.password })
    expect(notices.listNotices()).toEqual([])
    await (await fetch(`${address}/models`)).body?.cancel()
    expect(http.asked).toHaveLength(1)
  })
})

test('without a keychain the password is kept for this run, and the next start unlocks nothing', async () => {
  const first = networkUnderTest({}, createMemorySecrets())
  expect((await first.service.saveRoute({ settings: settingsOf('http'), password: login.password })).hasPassword).toBe(
    true,
  )
  const second = networkUnderTest({}, createMemorySecrets())
  second.store.set('proxy', first.store.get('proxy'))
  second.store.set('proxyPassword', first.store.get('proxyPassword'))
  await second.service.start()
  expect([second.notices.listNotices(), (await second.service.networkState()).hasPassword]).toEqual([[], false])
})

test('a removed password is no longer expected', async () => {
  const { service } = networkUnderTest()
  await service.saveRoute({ settings: settingsOf('http'), password: login.password })
  expect((await service.saveRoute({ settings: settingsOf('http'), password: '' })).hasPassword).toBe(false)
  await service.start()
  expect((await service.networkState()).hasPassword).toBe(false)
})
