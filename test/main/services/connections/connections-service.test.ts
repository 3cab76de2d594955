import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import type { Platform, Secrets } from '../../../../src/main/platform.ts'
import { createKeychain } from '../../../../src/main/secrets/keychain.ts'
import { createMemorySecrets } from '../../../../src/main/secrets/memory.ts'
import { systemClock } from '../../../../src/main/system-clock.ts'
import type { CallInput } from '../../../../src/shared/ipc/contract.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { loopbackServer } from '../../../fakes/loopback-server.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'
import { selfSigned } from '../../../fakes/self-signed.ts'

const canary = 'sk-canary-0123456789-ABCD'

let gateway: DemoGateway
let platform: TestPlatform
let app: App
const undo: (() => void)[] = []
const client = new AppClient(() => app)
const call = client.call.bind(client)
const refusal = client.refusal.bind(client)

async function start(changes: Partial<Omit<Platform, 'events' | 'log'>> = {}): Promise<void> {
  const made = testPlatform(changes)
  undo.push(made.dispose)
  platform = made.platform
  app = await createApp(platform, { demo: false })
}

/** Restarts the app on the same data. */
async function restart(changes: Partial<Omit<Platform, 'events' | 'log'>> = {}): Promise<void> {
  await app.close()
  const { paths, secrets, store } = platform
  await start({ paths, secrets, store, ...changes })
}

beforeEach(async () => {
  gateway = await createDemoGateway({
    keys: [
      { key: canary, group: 'all' },
      { key: 'key-of-the-chat-group', group: 'chat-only' },
    ],
  })
  await start()
})
afterEach(async () => {
  await app.close()
  await gateway.close()
  for (const dispose of undo.splice(0)) dispose()
})

function form(changes: Partial<CallInput<'connections.save'>> = {}): CallInput<'connections.save'> {
  return {
    id: randomUUID(),
    name: 'Work',
    baseUrl: gateway.baseUrl,
    allowInsecure: false,
    key: canary,
    ...changes,
  }
}

describe('a stored connection', () => {
  test('a connection is saved, listed in the order of creation, and kept after a restart', async () => {
    const first = await call('connections.save', form({ name: '  Work ' }))
    const second = await call('connections.save', form({ name: 'Home' }))
    expect(first).toMatchObject({ name: 'Work', kind: 'gateway', baseUrl: gateway.baseUrl })
    const { connections, defaultId } = await call('connections.list', {})
    expect([connections, defaultId]).toEqual([[first, second], first.id])
    await restart()
    expect((await call('connections.list', {})).connections).toEqual([first, second])
  })

  test('of two connections saved in the same millisecond, the answers and the list agree on the times', async () => {
    const now = Date.now()
    await restart({ clock: { ...systemClock, now: () => now } })
    const first = await call('connections.save', form())
    const second = await call('connections.save', form({ name: 'Home' }))
    expect(second.createdAt).toBeGreaterThan(first.createdAt)
    expect((await call('connections.list', {})).connections).toEqual([first, second])
  })

  test('a connection saved again with its id is changed, and keeps its key and its position', async () => {
    const made = await call('connections.save', form())
    const { key: _, ...renamed } = form({ id: made.id, name: 'Renamed' })
    const changed = await call('connections.save', renamed)
    expect(changed).toEqual({ ...made, name: 'Renamed' })
    expect((await call('connections.list', {})).connections).toEqual([changed])
  })

  test('a changed connection notifies every page', async () => {
    await call('connections.save', form())
    expect(platform.events.of('connections.changed').at(-1)).toEqual(await call('connections.list', {}))
  })

  test.each([
    ['https://api.example.com', 'https://api.example.com/v1'],
    ['https://api.example.com/v1/', 'https://api.example.com/v1'],
    ['api.example.com/v1/chat/completions?x=1', 'https://api.example.com/v1'],
    ['http://localhost:8080', 'http://localhost:8080/v1'],
  ])('%s is stored as %s', async (baseUrl, expected) => {
    expect((await call('connections.save', form({ baseUrl }))).baseUrl).toBe(expected)
  })

  test.each([
    ['http://api.example.com', 'address_insecure'],
    ['https://user:pass@api.example.com', 'address_credentials'],
    ['file:///etc/passwd', 'address_scheme'],
    ['javascript:alert(1)', 'address_scheme'],
    ['not an address', 'address_invalid'],
    ['', 'address_invalid'],
  ])('with the address %j is refused as %s, and nothing is kept', async (baseUrl, code) => {
    const refused = form({ baseUrl })
    expect(await refusal('connections.save', refused)).toBe(code)
    expect((await call('connections.list', {})).connections).toEqual([])
    expect(await platform.secrets.get(refused.id)).toBeNull()
  })

  test('a connection with plain http to another computer is stored once the user has agreed', async () => {
    const saved = await call('connections.save', form({ baseUrl: 'http://10.0.0.7:3000', allowInsecure: true }))
    expect([saved.baseUrl, saved.allowInsecure]).toEqual(['http://10.0.0.7:3000/v1', true])
  })

  test('a removed connection is gone with its key, its models and its position', async () => {
    const one = await call('connections.save', form())
    const two = await call('connections.save', form({ key: 'key-of-the-chat-group' }))
    await call('connections.setDefault', { id: two.id })
    await call('models.list', { connectionId: two.id, refresh: true })
    expect((await call('connections.list', {})).defaultId).toBe(two.id)
    await call('connections.remove', { id: two.id })
    const { connections, defaultId } = await call('connections.list', {})
    expect([connections, defaultId]).toEqual([[one], one.id])
    expect(await refusal('models.list', { connectionId: two.id, refresh: false })).toBe('no_connection')
    const again = await call('connections.save', { ...form({ id: two.id }), key: undefined })
    expect(again.key).toEqual({ kept: 'none', lastFour: null })
  })

  test('an unknown connection is not found', async () => {
    for (const name of ['connections.clearKey', 'connections.remove', 'connections.setDefault'] as const)
      expect(await refusal(name, { id: randomUUID() })).toBe('not_found')
  })
})

describe('the key of a connection', () => {
  test('a stored key never leaves: not in an answer, an event or the log', async () => {
    const answers: unknown[] = []
    const ask = async (...[name, input]: Parameters<App['call']>): Promise<void> =>
      void answers.push(await app.call(name, input))
    const { id } = form()
    await ask('connections.save', form({ id }))
    await ask('connections.save', form({ id, key: '' }))
    await ask('connections.list', {})
    await ask('connections.test', { id, baseUrl: gateway.baseUrl, allowInsecure: false })
    await ask('connections.test', { baseUrl: gateway.baseUrl, allowInsecure: false, key: `${canary}x` })
    await ask('connections.test', { baseUrl: 'http://', allowInsecure: false, key: canary })
    await ask('models.list', { connectionId: id, refresh: true })
    await ask('chat.send', { key: canary })
    await ask('app.info', {})
    await ask('connections.setDefault', { id })
    await ask('connections.clearKey', { id })
    await ask('connections.remove', { id })
    const everything = JSON.stringify([answers, platform.events.seen, platform.logged])
    expect(answers.length).toBe(12)
    expect(everything).not.toContain(canary)
    expect(everything).not.toContain(canary.slice(0, -4))
  })

  test.each([
    ['123456789012', '9012'],
    ['12345678901', null],
    ['x', null],
  ])('the key %s is shown as %s', async (key, lastFour) => {
    expect((await call('connections.save', form({ key }))).key).toEqual({ kept: 'run', lastFour })
  })

  test('a key can be removed: the connection stays without one', async () => {
    const { id } = await call('connections.save', form())
    expect((await call('connections.clearKey', { id })).key).toEqual({ kept: 'none', lastFour: null })
    expect(await refusal('models.list', { connectionId: id, refresh: true })).toBe('no_key')
  })

  test('a key is forgotten when the connection gets another host without a new key', async () => {
    const made = form()
    await call('connections.save', made)
    const { key: _, ...moved } = { ...made, baseUrl: 'https://stranger.example' }
    expect((await call('connections.save', moved)).key).toEqual({ kept: 'none', lastFour: null })
    expect(await refusal('models.list', { connectionId: made.id, refresh: true })).toBe('no_key')
    expect((await call('connections.save', { ...made, key: undefined })).key.kept).toBe('none')
  })

  test('a key stays when only the path of the address changes', async () => {
    const made = form()
    await call('connections.save', made)
    const { key: _, ...moved } = { ...made, baseUrl: `${gateway.origin}/api/v1` }
    expect((await call('connections.save', moved)).key).toEqual({ kept: 'run', lastFour: 'ABCD' })
  })

  test('a key is not sent to another host even if the keychain refuses to forget it', async () => {
    const memory = createMemorySecrets()
    const stubborn: Secrets = { ...memory, delete: async () => {} }
    await restart({ secrets: stubborn })
    const stranger = await loopbackServer((_, response) => void response.end('{"data":[]}'))
    const made = form()
    await call('connections.save', made)
    const { key: _, ...moved } = { ...made, baseUrl: stranger.origin }
    expect((await call('connections.save', moved)).key.kept).toBe('none')
    expect(await refusal('models.list', { connectionId: made.id, refresh: true })).toBe('no_key')
    expect(stranger.paths).toEqual([])
    await stranger.close()
  })

  test('an unreadable key is asked for, and is there when the keychain answers again', async () => {
    const kept = new Map<string, string>()
    let locked = false
    const keychain = createKeychain({
      clock: systemClock,
      log: () => {},
      open: (account) => ({
        async getPassword() {
          if (locked) throw new Error('the keychain is locked')
          return kept.get(account) ?? null
        },
        setPassword: async (secret) => void kept.set(account, secret),
        deletePassword: async () => kept.delete(account),
      }),
    })
    await restart({ secrets: keychain })
    const made = await call('connections.save', form())
    expect(made.key).toEqual({ kept: 'keychain', lastFour: 'ABCD' })
    locked = true
    const { connections, keychain: status } = await call('connections.list', {})
    expect([connections[0]?.key, status.available]).toEqual([{ kept: 'none', lastFour: null }, false])
    expect(await refusal('models.list', { connectionId: made.id, refresh: true })).toBe('no_key')
    await call('connections.save', { ...form({ id: made.id, name: 'While locked' }), key: undefined })
    locked = false
    expect((await call('connections.list', {})).connections[0]?.key).toEqual(made.key)
  })

  test('a key without a keychain is kept for this run only, and the user is told', async () => {
    const { id } = await call('connections.save', form())
    const list = await call('connections.list', {})
    expect([list.connections[0]?.key.kept, list.keychain.available]).toEqual(['run', false])
    await restart({ secrets: createMemorySecrets() })
    expect((await call('connections.list', {})).connections).toMatchObject([
      { id, key: { kept: 'none', lastFour: null } },
    ])
  })
})

describe('the connection test', () => {
  const test_ = async (changes: Partial<CallInput<'connections.test'>> = {}): Promise<string | number> => {
    const report = await call('connections.test', {
      baseUrl: gateway.baseUrl,
      allowInsecure: false,
      key: canary,
      ...changes,
    })
    return report.outcome === 'ok' ? report.models : report.error.code
  }

  test('Test reports how many models the key may use', async () => {
    expect(await test_()).toBe(13)
    expect(await test_({ key: 'key-of-the-chat-group' })).toBe(6)
    expect((await call('connections.list', {})).connections).toEqual([])
  })

  test('Test reports a wrong key', async () => {
    expect(await test_({ key: 'wrong' })).toBe('invalid_key')
    expect(await test_({ key: '全角' })).toBe('invalid_key')
  })

  test('Test reports a host that is not found', async () => {
    await restart({
      fetch: async () => {
        const cause = Object.assign(new Error('getaddrinfo ENOTFOUND nowhere.example'), { code: 'ENOTFOUND' })
        throw new TypeError('fetch failed', { cause })
      },
    })
    expect(await test_({ baseUrl: 'https://nowhere.example' })).toBe('address_not_found')
  })

  test('Test reports a closed port', async () => {
    const server = await loopbackServer(() => {})
    await server.close()
    expect(await test_({ baseUrl: server.origin })).toBe('refused')
  })

  test('Test reports an untrusted certificate', async () => {
    const server = createServer(selfSigned, (_, response) => void response.end('{"data":[]}'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    expect(await test_({ baseUrl: `https://127.0.0.1:${port}` })).toBe('tls')
    server.closeAllConnections()
    server.close()
  })

  test.each([
    ['a web page', 200, 'text/html', '<!doctype html><title>Router</title>'],
    ['a web page that says 404', 404, 'text/html', '<!doctype html>'],
    ['JSON that says 404', 404, 'application/json', '{"detail":"Not Found"}'],
    ['foreign JSON', 200, 'application/json', '{"hello":"world"}'],
    ['a JSON list', 200, 'application/json', '[]'],
    ['a list that is none', 200, 'application/json', '{"data":{}}'],
    ['words', 200, 'text/plain', 'It works!'],
  ])('Test reports that %s is not a gateway', async (_, status, type, body) => {
    const server = await loopbackServer((_request, response) => {
      response.writeHead(status, { 'content-type': type })
      response.end(body)
    })
    expect(await test_({ baseUrl: server.origin })).toBe('not_a_gateway')
    await server.close()
  })

  test('Test reports why the address itself is refused', async () => {
    expect(await test_({ baseUrl: 'http://api.example.com' })).toBe('address_insecure')
    expect(await test_({ baseUrl: 'ftp://api.example.com' })).toBe('address_scheme')
  })

  test('Test uses the stored key, but only for its own host', async () => {
    const { id } = await call('connections.save', form())
    const { key: _, ...withoutKey } = form()
    const typed = { id, baseUrl: withoutKey.baseUrl, allowInsecure: false }
    expect(await call('connections.test', typed)).toEqual({ outcome: 'ok', models: 13 })
    const stranger = await loopbackServer((_request, response) => void response.end('{"data":[]}'))
    expect(await refusal('connections.test', { ...typed, baseUrl: stranger.origin })).toBe('no_key')
    expect(await refusal('connections.test', { ...typed, id: randomUUID() })).toBe('no_connection')
    expect(await refusal('connections.test', { baseUrl: gateway.baseUrl, allowInsecure: false })).toBe('no_key')
    expect(stranger.paths).toEqual([])
    await stranger.close()
  })
})

describe('the connection test finds the gateway', () => {
  const elsewhere = async (apiPath: string): Promise<DemoGateway> => {
    await gateway.close()
    gateway = await createDemoGateway({ keys: [{ key: canary, group: 'all' }], apiPath })
    return gateway
  }
  const found = async (typed: string, key = canary): Promise<unknown> => {
    const report = await call('connections.test', { baseUrl: typed, allowInsecure: false, key })
    return report.outcome === 'ok' ? (report.foundAt?.replace(gateway.origin, '') ?? 'as typed') : report.error.code
  }

  test.each([
    ['/v1', '', '/v1', 1],
    ['/v1', '/v1', 'as typed', 1],
    ['/v1', '/v1/chat/completions', '/v1', 1],
    ['/api/v1', '/api', '/api/v1', 2],
    ['/inference', '/inference', '/inference', 1],
    ['/inference', '/inference/v1', '/inference', 2],
    ['/inference', '/inference/chat/completions', '/inference', 1],
    ['/v1beta/openai', '/v1beta/openai/chat/completions', '/v1beta/openai', 1],
    ['/api/v3', '/api/v3/', '/api/v3', 1],
    ['', '', '', 2],
    ['', '/v1', '', 2],
    ['', '/chat/completions', '', 1],
    ['/v1', '/chat/completions', '/v1', 2],
    ['/openai/v1', '/openai/deployments/x/chat/completions?api-version=1', '/openai/v1', 2],
  ])('Test finds the gateway at %j for %j: %j, with %i requests', async (apiPath, typed, expected, requests) => {
    await elsewhere(apiPath)
    expect(await found(`${gateway.origin}${typed}`)).toBe(expected)
    expect(gateway.requests().map(({ method }) => method)).toEqual(Array(requests).fill('GET'))
  })

  test('Test finds the gateway in a shell line, in an address in quotes, and in full-width letters', async () => {
    expect(await found(`curl "${gateway.baseUrl}/chat/completions" -H "Authorization: Bearer x"`)).toBe('/v1')
    expect(await found(`“${gateway.origin.replace('://', '：／／')}”。`)).toBe('/v1')
  })

  test('Test sends a wrong key once if a version endpoint reveals the gateway', async () => {
    expect(await found(gateway.origin, 'wrong')).toBe('invalid_key')
    expect(await found(gateway.baseUrl, 'wrong')).toBe('invalid_key')
    expect(gateway.requests()).toHaveLength(2)
  })

  test('Test finds the gateway behind a path that refuses every key', async () => {
    const server = await loopbackServer((request, response) => {
      response.statusCode = request.url === '/api/v1/models' ? 200 : 401
      response.end(response.statusCode === 200 ? '{"data":[{"id":"m"}]}' : '{"error":{"message":"not logged in"}}')
    })
    const report = await call('connections.test', {
      baseUrl: `${server.origin}/api`,
      allowInsecure: false,
      key: canary,
    })
    expect(report).toEqual({ outcome: 'ok', models: 1, foundAt: `${server.origin}/api/v1` })
    expect(
      await call('connections.test', { baseUrl: `${server.origin}/x`, allowInsecure: false, key: canary }),
    ).toMatchObject({
      outcome: 'failed',
      error: { code: 'invalid_key' },
    })
    await server.close()
  })

  test('Test does not follow a redirect to another host', async () => {
    const stranger = await loopbackServer((_request, response) => void response.end('{"data":[{"id":"m"}]}'))
    const server = await loopbackServer((request, response) => {
      response.writeHead(308, { location: `${stranger.origin}${request.url}` })
      response.end()
    })
    expect(await found(`${server.origin}/api`)).toBe('redirected')
    expect([server.paths, stranger.paths]).toEqual([['/api/models', '/api/v1/models'], []])
    await server.close()
    await stranger.close()
  })

  test('a found path is saved for a chat, and when the connection is saved again', async () => {
    await elsewhere('')
    const made = form({ baseUrl: gateway.origin, foundAt: gateway.origin })
    expect((await call('connections.save', made)).baseUrl).toBe(gateway.origin)
    expect((await call('models.list', { connectionId: made.id, refresh: true })).models.length).toBe(13)
    const { key: _, foundAt: _found, ...renamed } = { ...made, name: 'Renamed' }
    expect(await call('connections.save', renamed)).toMatchObject({ name: 'Renamed', baseUrl: gateway.origin })
  })

  test('Test finds the gateway at another path than the saved one, and reports it', async () => {
    await elsewhere('/inference')
    const { id } = await call('connections.save', form({ baseUrl: `${gateway.origin}/inference/v1` }))
    const baseUrl = `${gateway.origin}/inference/v1`
    expect(await call('connections.test', { id, baseUrl, allowInsecure: false })).toEqual({
      outcome: 'ok',
      models: 13,
      foundAt: `${gateway.origin}/inference`,
    })
  })

  test('Test tries a saved path first, also with another key', async () => {
    await elsewhere('')
    const { id } = await call('connections.save', form({ baseUrl: gateway.origin, foundAt: gateway.origin }))
    const saved = { id, baseUrl: gateway.origin, allowInsecure: false }
    for (const key of [undefined, canary])
      expect(await call('connections.test', { ...saved, ...(key === undefined ? {} : { key }) })).toEqual({
        outcome: 'ok',
        models: 13,
      })
    expect(gateway.requests()).toHaveLength(2)
    expect((await call('connections.save', form({ id, baseUrl: gateway.origin }))).baseUrl).toBe(gateway.origin)
  })

  test('a path of another host is not saved', async () => {
    expect(await refusal('connections.save', form({ foundAt: 'https://stranger.example/v1' }))).toBe('address_invalid')
    expect(await refusal('connections.save', form({ foundAt: `${gateway.origin}/other` }))).toBe('address_invalid')
    expect((await call('connections.list', {})).connections).toEqual([])
  })
})

describe('the connection of the environment', () => {
  const environment = (): Record<string, string> => ({
    ATELIER_BASE_URL: ` ${gateway.origin}/ `,
    ATELIER_API_KEY: canary,
  })

  test("the environment's connection comes first, works, and cannot be changed", async () => {
    await restart({ environment: environment() })
    const { connections, defaultId } = await call('connections.list', {})
    expect([connections, defaultId]).toEqual([
      [
        {
          id: 'environment',
          name: 'Environment',
          baseUrl: gateway.baseUrl,
          kind: 'environment',
          key: { kept: 'run', lastFour: 'ABCD' },
          allowInsecure: false,
          createdAt: 0,
        },
      ],
      'environment',
    ])
    expect((await call('models.list', { connectionId: 'environment', refresh: true })).models.length).toBe(13)
    expect(await refusal('connections.clearKey', { id: 'environment' })).toBe('read_only_connection')
    expect(await refusal('connections.remove', { id: 'environment' })).toBe('read_only_connection')
    expect(await refusal('connections.save', form({ id: 'environment' }))).toBe('invalid_input')
    await call('connections.setDefault', { id: 'environment' })
  })

  test('the environment needs both values, and a valid address: an invalid one is ignored, and logged without itself', async () => {
    await restart({ environment: { ATELIER_API_KEY: canary } })
    expect((await call('connections.list', {})).connections).toEqual([])
    await restart({ environment: { ATELIER_BASE_URL: 'http://secret-host.example', ATELIER_API_KEY: canary } })
    expect((await call('connections.list', {})).connections).toEqual([])
    const log = platform.logged.join('\n')
    expect(log).toContain('ATELIER_BASE_URL')
    expect(log).toContain('address_insecure')
    expect(log).not.toContain('secret-host')
    expect(log).not.toContain(canary)
  })
})

describe('the demo connection', () => {
  test('the demo is connected, works, and is kept after a restart until it is removed', async () => {
    const demo = await call('connections.tryDemo', {})
    expect(demo).toMatchObject({ id: 'demo', kind: 'demo', name: 'Demo' })
    expect((await call('models.list', { connectionId: 'demo', refresh: true })).models.length).toBe(13)
    expect((await call('connections.tryDemo', {})).baseUrl).toBe(demo.baseUrl)
    await restart()
    expect((await call('connections.list', {})).connections.map(({ id }) => id)).toEqual(['demo'])
    expect((await call('models.list', { connectionId: 'demo', refresh: true })).error).toBeNull()
    await call('connections.remove', { id: 'demo' })
    await restart()
    expect((await call('connections.list', {})).connections).toEqual([])
  })
})
