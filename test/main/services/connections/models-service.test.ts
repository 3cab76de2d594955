import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { testedFetch } from '../../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer, signal } from '../../../fakes/loopback-server.ts'
import { ManualClock, type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

/** Stands still, but ends every short wait at once, such as that for a retry. */
class HurriedClock extends ManualClock {
  readonly waits: number[] = []
  override after(ms: number, run: () => void): () => void {
    const undo = super.after(ms, run)
    if (ms > 10_000) return undo
    this.waits.push(ms)
    setImmediate(() => this.advance(ms))
    return undo
  }
}

let gateway: DemoGateway
let platform: TestPlatform
let app: App
let clock: HurriedClock
let online = true
const id = '9c5b94b1-35ad-49bb-b118-8e8fc24abf80'
const undo: (() => void)[] = []
const client = new AppClient(() => app)
const call = client.call.bind(client)

beforeEach(async () => {
  gateway = await createDemoGateway({
    keys: [
      { key: 'key-of-all', group: 'all' },
      { key: 'key-of-images', group: 'images-only' },
      { key: 'key-of-none', group: 'empty' },
    ],
  })
  online = true
  clock = new HurriedClock()
  const made = testPlatform({
    clock,
    fetch: (input, init) =>
      online ? testedFetch(input, init) : Promise.reject(new TypeError('fetch failed', { cause: refusedError })),
  })
  undo.push(made.dispose)
  platform = made.platform
  app = await createApp(platform, { demo: false })
  await use('key-of-all')
})
afterEach(async () => {
  await app.close()
  await gateway.close()
  for (const dispose of undo.splice(0)) dispose()
})

const refusedError = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const use = (key: string, baseUrl = gateway.baseUrl) =>
  call('connections.save', { id, name: 'Work', baseUrl, allowInsecure: false, key })
const list = (refresh: boolean) => call('models.list', { connectionId: id, refresh })
const asked = () => gateway.requests().filter(({ path }) => path === '/v1/models').length
const ids = async (refresh = true) => (await list(refresh)).models.map((model) => model.id)

describe('the model list', () => {
  test('the list is requested once and then read from the disk, also offline and after a restart', async () => {
    const first = await list(false)
    expect([first.models.length, first.error, first.fetchedAt, asked()]).toEqual([13, null, clock.now(), 1])
    expect(first.models[0]).toEqual({ id: 'demo-chat', family: 'atelier', kind: 'chat' })
    online = false
    expect(await list(false)).toEqual(first)
    await app.close()
    app = await createApp(platform, { demo: false })
    expect(await list(false)).toEqual(first)
    expect(asked()).toBe(1)
  })

  test('the list is reloaded on request, and every page is notified', async () => {
    await list(false)
    clock.advance(60_000)
    const fresh = await list(true)
    expect([fresh.fetchedAt, asked()]).toEqual([clock.now(), 2])
    expect(platform.events.of('models.changed').at(-1)).toEqual({ connectionId: id, catalogue: fresh })
  })

  test('an unavailable list is the old one with the reason', async () => {
    const old = await list(true)
    online = false
    const now = await list(true)
    expect([now.models, now.fetchedAt, now.error?.code]).toEqual([old.models, old.fetchedAt, 'refused'])
  })

  test('a list that never arrived is empty with the reason', async () => {
    online = false
    expect(await list(false)).toMatchObject({ models: [], fetchedAt: null, error: { code: 'refused' } })
  })

  test.each([
    ['fail;status=503;times=2', 3, null],
    ['fail;status=500', 4, 'server_error'],
    ['rate-limit;times=1', 2, null],
    ['rate-limit;retry-after=60', 1, 'rate_limited'],
    ['quota', 1, 'quota'],
    ['fail;status=401', 1, 'invalid_key'],
    ['html', 1, 'not_a_gateway'],
    ['foreign', 1, 'not_a_gateway'],
    ['redirect', 1, 'redirected'],
    ['truncated', 1, 'not_a_gateway'],
    ['hang-up;times=1', 2, null],
    ['huge;mb=20', 1, 'answer_too_large'],
  ])('the list under %s is requested %i times and ends with %s', async (fault, requests, code) => {
    gateway.addFaults(fault, '/v1/models')
    const { error } = await list(true)
    expect([error?.code ?? null, asked()]).toEqual([code, requests])
    for (const ms of clock.waits) expect(ms).toBeLessThanOrEqual(5_000)
  })

  test('simultaneous requests of several pages for the list are one', async () => {
    const all = await Promise.all([list(true), list(true), list(false), list(true)])
    expect(new Set(all.map((catalogue) => JSON.stringify(catalogue))).size).toBe(1)
    expect(asked()).toBe(1)
  })

  test('the list has the models of the key: another key has another list', async () => {
    expect((await ids()).length).toBe(13)
    await use('key-of-images')
    expect(await ids(false)).toEqual(['demo-image-hd', 'demo-image-classic', 'demo-image-2', 'demo-image-free'])
    await use('key-of-none')
    expect(await ids(false)).toEqual([])
  })

  test('a locked keychain gives the old list with the reason', async () => {
    const old = await list(true)
    await call('connections.clearKey', { id })
    expect(await list(true)).toEqual({ ...old, error: expect.objectContaining({ code: 'no_key' }) })
  })
})

describe('a slow gateway', () => {
  const servers: LoopbackServer[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
  })

  test('a gateway that stalls in the list is given up after 20 seconds', async () => {
    const begun = signal()
    const server = await loopbackServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"data":[', () => begun.give())
    })
    servers.push(server)
    await use('key-of-all', server.origin)
    const report = call('connections.test', { id, baseUrl: server.origin, allowInsecure: false })
    await begun.come
    clock.advance(20_000)
    expect(await report).toMatchObject({ outcome: 'failed', error: { code: 'timeout' } })
  })

  test('a late answer is not used for a new key of the connection', async () => {
    const begun = signal()
    const go = signal()
    const server = await loopbackServer(async (request, response) => {
      const old = request.headers.authorization === 'Bearer old-key'
      if (old) {
        begun.give()
        await go.come
      }
      response.end(JSON.stringify({ data: [{ id: old ? 'old-model' : 'new-model' }] }))
    })
    servers.push(server)
    await use('old-key', server.origin)
    const before = list(true)
    await begun.come
    await use('new-key', server.origin)
    expect(await ids(false)).toEqual(['new-model'])
    go.give()
    expect((await before).models.map((model) => model.id)).toEqual(['old-model'])
    expect(await ids(false)).toEqual(['new-model'])
  })

  test('a pending list is cancelled when the app ends', async () => {
    const begun = signal()
    const hungUp = signal()
    const server = await loopbackServer((request) => {
      request.socket.once('close', () => hungUp.give())
      begun.give()
    })
    servers.push(server)
    await use('key-of-all', server.origin)
    const answer = list(true)
    await begun.come
    await app.close()
    await hungUp.come
    expect((await answer).error?.code).toBe('cancelled')
    expect(clock.nextIn).toBeNull()
  })
})

describe('the facts of a model', () => {
  const facts = (model: string, ask: boolean) => call('models.facts', { connectionId: id, model, ask })
  const cards = () => gateway.requests().filter(({ path }) => path.startsWith('/v1/models/')).length

  test('facts come from the snapshot without a request, and from the user before it', async () => {
    expect(await facts('GPT-4o', false)).toMatchObject({ window: { value: 128_000, source: 'snapshot' } })
    await call('settings.update', { modelWindowOf: { 'GPT-4o': 5000 } })
    expect(await facts('GPT-4o', false)).toMatchObject({ window: { value: 5000, source: 'person' } })
    expect(cards()).toBe(0)
  })

  test('facts are requested once in a run, and a gateway without them is not an error', async () => {
    expect(await facts('demo-chat', true)).toMatchObject({ window: null, sees: { value: false, source: 'name' } })
    await facts('demo-chat', true)
    expect(cards()).toBe(1)
    expect((await facts('no-such-model', true)).window).toBeNull()
    online = false
    expect((await facts('gpt-4o', true)).window?.source).toBe('snapshot')
  })
})
