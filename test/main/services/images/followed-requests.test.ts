import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LoopbackServer, loopbackServer } from '../../../fakes/loopback-server.ts'
import { pictures } from '../../../fakes/pictures.ts'
import { imageRequest, StudioUnderTest } from '../../../fakes/studio.ts'

let server: LoopbackServer
let studio: StudioUnderTest
/** Answers of the gateway by path; the list shrinks to its last one. */
let answers: Record<string, (readonly [status: number, body: unknown])[]>
let keys: Record<string, boolean>
/** Answers that change from one request to the next; null for other paths. */
let more: (path: string) => unknown

function answer(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  const path = request.url ?? ''
  keys[path] = request.headers.authorization !== undefined
  const other = more(path)
  const list = other === null ? (answers[path] ?? []) : [[200, other] as const]
  const [status, body] = (list.length > 1 ? list.shift() : list[0]) ?? [404, { error: { message: 'Not found' } }]
  if (typeof body === 'symbol') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
    response.write('{"data":', () => response.destroy())
  } else if (body instanceof Uint8Array) response.writeHead(status).end(body)
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const sent = '/v1/images/generations'
const task = '/v1/tasks/7'
const picture = { data: [{ b64_json: pictures.png.toString('base64') }] }

beforeEach(async () => {
  answers = {}
  keys = {}
  more = () => null
  server = await loopbackServer(answer)
  studio = await StudioUnderTest.open({ baseUrl: `${server.origin}/v1` })
})
afterEach(async () => {
  await studio.close()
  await server.close()
})

const count = (path: string) => server.paths.filter((one) => one === path).length

describe('a request that the gateway queues', () => {
  test.each([
    ['a path', { id: '7', status: 'queued', polling_url: task }],
    ['an address', () => ({ id: '7', status: 'IN_QUEUE', urls: { get: `${server.origin}${task}` } })],
  ])('is asked for at %s, with the key, until its pictures are there', async (_, queued) => {
    answers = {
      [sent]: [[200, typeof queued === 'function' ? queued() : queued]],
      [task]: [
        [200, { id: '7', status: 'processing' }],
        [503, {}],
        [200, { id: '7', status: 'processing' }],
        [200, { id: '7', status: 'succeeded', ...picture }],
      ],
    }
    const job = await studio.run(imageRequest())
    expect([job.status, job.outcomes.map(({ state }) => state)]).toEqual(['done', ['saved']])
    expect([count(sent), count(task), keys[task]]).toEqual([1, 4, true])
    expect(job.kept ?? false).toBe(false)
    expect((await studio.gallery()).images).toHaveLength(1)
  })

  test('a queued request is followed to its finished result', async () => {
    answers = {
      [sent]: [[200, { request_id: '7', status: 'IN_QUEUE', status_url: task, response_url: '/v1/results/7' }]],
      [task]: [[200, { status: 'COMPLETED', request_id: '7', response_url: '/v1/results/7' }]],
      '/v1/results/7': [[200, { images: [{ url: '/v1/files/7.png' }], seed: 1 }]],
      '/v1/files/7.png': [[200, pictures.png]],
    }
    expect((await studio.run(imageRequest())).status).toBe('done')
    expect(count(sent)).toBe(1)
  })

  test('a queued request continues after a restart, and is never sent again', async () => {
    answers = {
      [sent]: [[200, { id: '7', status: 'queued', polling_url: task }]],
      [task]: [[200, { id: '7', status: 'queued' }]],
    }
    studio.clock.patient = true
    const { id } = await studio.submit(imageRequest())
    const waiting = await studio.until(id, ({ outcomes }) => outcomes.length > 0)
    expect([waiting.status, waiting.outcomes[0]]).toMatchObject([
      'saving',
      { state: 'pending', goesOn: true, link: null },
    ])
    answers[task] = [[200, picture]]
    studio.clock.patient = false
    await studio.reopen()
    expect((await studio.ended(id)).status).toBe('done')
    expect(count(sent)).toBe(1)
  })

  test('a queued request fails with its reason, and its answer can be read', async () => {
    answers = {
      [sent]: [[200, { id: '7', status: 'queued', polling_url: task }]],
      [task]: [[200, { id: '7', status: 'failed', error: { message: 'flagged as sensitive content' } }]],
    }
    const job = await studio.run(imageRequest())
    expect(job).toMatchObject({ status: 'failed', error: { code: 'content_refused' }, kept: true })
    expect(count(sent)).toBe(1)
  })

  test('a queued request that was stopped can be polled again, at no cost', async () => {
    answers = {
      [sent]: [[200, { id: '7', status: 'queued', polling_url: task }]],
      [task]: [[200, { id: '7', status: 'queued' }]],
    }
    studio.clock.patient = true
    const { id } = await studio.submit(imageRequest())
    await studio.until(id, ({ outcomes }) => outcomes.length > 0)
    const stopped = await studio.call('images.cancel', { jobId: id })
    expect([stopped.status, stopped.outcomes[0]?.canRefetch]).toEqual(['cancelled', true])
    answers[task] = [[200, picture]]
    const since = studio.platform.events.seen.length
    await studio.call('images.refetch', { jobId: id })
    expect((await studio.ended(id, since)).status).toBe('done')
    expect(count(sent)).toBe(1)
  })

  test('a queued request that ends while stopped keeps its pictures, to be downloaded on request', async () => {
    answers = { [sent]: [[200, { id: '7', status: 'queued', polling_url: task }]], [task]: [[200, picture]] }
    const release = studio.hold(task)
    const { id } = await studio.submit(imageRequest())
    await studio.until(id, ({ outcomes }) => outcomes.length > 0)
    await studio.call('images.cancel', { jobId: id })
    release()
    const since = studio.platform.events.seen.length
    await studio.call('images.refetch', { jobId: id })
    expect((await studio.ended(id, since)).status).toBe('done')
    expect(count(sent)).toBe(1)
  })

  test('a queued request is polled again if an answer breaks off', async () => {
    const cut = Symbol('cut')
    answers = {
      [sent]: [[200, { id: '7', status: 'queued', polling_url: task }]],
      [task]: [
        [200, cut],
        [200, picture],
      ],
    }
    expect((await studio.run(imageRequest())).status).toBe('done')
    expect([count(sent), count(task)]).toEqual([1, 2])
  })

  test('a queued request waits for all pictures if an unfinished state already has some', async () => {
    const urls = { get: task }
    const [first, second] = ['/v1/files/1.png', '/v1/files/2.png']
    answers = {
      [sent]: [[200, { id: '7', status: 'starting', output: null, urls }]],
      [task]: [
        [200, { id: '7', status: 'processing', output: [first], urls }],
        [200, { id: '7', status: 'succeeded', output: [first, second], urls }],
      ],
      [first]: [[200, pictures.png]],
      [second]: [[200, pictures.png]],
    }
    const job = await studio.run(imageRequest({ n: 2 }))
    expect([job.status, job.error, job.outcomes.map(({ state }) => state)]).toEqual(['done', null, ['saved', 'saved']])
  })

  test('a queued request keeps the pictures of an unfinished state if it fails later', async () => {
    const [first, urls] = ['/v1/files/1.png', { get: task }]
    answers = {
      [sent]: [[200, { id: '7', status: 'starting', output: null, urls }]],
      [task]: [
        [200, { id: '7', status: 'processing', output: [first], urls }],
        [200, { id: '7', status: 'failed', error: 'no GPU' }],
      ],
      [first]: [[200, pictures.png]],
    }
    const job = await studio.run(imageRequest({ n: 2 }))
    expect([job.status, job.error?.gatewayMessage]).toEqual(['failed', 'no GPU'])
    expect(job.outcomes.map(({ state }) => state)).toEqual(['saved', 'failed'])
  })

  test.each([
    ...['query_url', 'task_url', 'get_url', 'fetch_url', 'result_url', 'fetch_result', 'url', 'link', 'href', 'uri'],
    ...['status_url', 'response_url', 'operation_location'],
  ])('a queued request is polled at the address under %s', async (name) => {
    answers = {
      [sent]: [[200, { id: '7', status: 'queued', [name]: `${server.origin}${task}` }]],
      [task]: [[200, picture]],
    }
    expect((await studio.run(imageRequest())).status).toBe('done')
    expect([count(sent), count(task)]).toEqual([1, 1])
  })

  test('a queued request is not polled at the address of a page', async () => {
    answers = { [sent]: [[200, { id: '7', status: 'queued', dashboard_url: `${server.origin}${task}` }]] }
    expect(await studio.run(imageRequest())).toMatchObject({ status: 'unknown', error: { code: 'image_queued' } })
    expect(count(task)).toBe(0)
  })

  test.each([
    ['a word in place of pictures', { status: 'queued', output: ['processing'] }],
    ['a check of its content', { status: 'moderating' }],
    ['a word about content', { status: 'content_generation' }],
    ['the flag that was sent', { status: 'queued', nsfw: true }],
  ])('a queued request continues with %s', async (_, state) => {
    answers = { [sent]: [[200, { id: '7', ...state, polling_url: task }]], [task]: [[200, { id: '7', ...state }]] }
    answers[task]?.push([200, picture])
    expect((await studio.run(imageRequest())).status).toBe('done')
    expect([count(sent), count(task)]).toEqual([1, 2])
  })

  test.each<[string, readonly [number, unknown]]>([
    ['no task yet', [404, { detail: 'Task not found' }]],
    ['no task yet, with a success status', [200, { id: '7', status: 'Task not found', result: null }]],
    ['a limit with a success status', [200, { error: { code: 'rate_limit_exceeded', message: 'Too many requests' } }]],
    ['an empty answer', [200, {}]],
    ['a key that is not known yet', [401, { error: { message: 'Unauthorized' } }]],
  ])('is asked for again after %s', async (_, first) => {
    answers = { [sent]: [[200, { id: '7', status: 'queued', polling_url: task }]], [task]: [first, [200, picture]] }
    expect((await studio.run(imageRequest())).status).toBe('done')
    expect([count(sent), count(task)]).toEqual([1, 2])
  })

  test('a queued request never reveals the key of another connection', async () => {
    const key = 'sk-other-Zq7Vw2Xk9Lm4Tn8abc'
    const other = { id: randomUUID(), name: 'Other', baseUrl: 'https://other.example/v1', allowInsecure: false, key }
    await studio.call('connections.save', other)
    answers = {
      [sent]: [[200, { id: '7', status: 'queued', polling_url: task }]],
      [task]: [[200, { id: '7', status: 'failed', error: { message: `you sent ${key}` } }]],
    }
    const job = await studio.run(imageRequest())
    expect(job.error?.gatewayMessage).toMatch(/^you sent /)
    const { answers: kept } = await studio.call('answers.kept', {
      kind: 'image',
      ownerId: job.id,
      limit: 10,
      offset: 0,
    })
    const bodies = await Promise.all(kept.map(({ id }) => studio.call('answers.raw', { id })))
    expect(bodies).not.toEqual([])
    expect(JSON.stringify([job, bodies])).not.toContain(key)
  })

  test('a queued request keeps an unreadable answer, which can be read again', async () => {
    answers = {
      [sent]: [[200, { id: '7', status: 'queued', polling_url: task }]],
      [task]: [
        [200, { id: '7', status: 'completed', blob: { of: 'something' } }],
        [404, {}],
      ],
    }
    const job = await studio.run(imageRequest())
    expect(job).toMatchObject({ status: 'failed', kept: true, canReadAgain: true })
  })

  test('an answer that is queued nowhere says so when it is read again', async () => {
    answers = { [sent]: [[200, { id: '7', status: 'queued' }]] }
    const { id } = await studio.run(imageRequest())
    expect(await studio.refusal('answers.readAgain', { kind: 'image', ownerId: id })).toBe('image_queued')
  })

  test('a queued request ends if the gateway keeps answering that it is unknown', async () => {
    answers = {
      [sent]: [[200, { id: '7', status: 'queued', polling_url: task }]],
      [task]: [[404, { detail: 'Task not found' }]],
    }
    const job = await studio.run(imageRequest())
    expect(job).toMatchObject({ status: 'failed', error: { code: 'task_expired' } })
    expect(job.outcomes[0]?.canRefetch).toBe(true)
    expect([count(sent), count(task)]).toEqual([1, 10])
    expect(studio.clock.waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(60_000)
  })

  test("a queued request is polled slowly if its result's address says that it is still being made", async () => {
    const result = '/v1/results/7'
    answers = {
      [sent]: [[200, { id: '7', status: 'queued', polling_url: task }]],
      [task]: [[200, { id: '7', status: 'COMPLETED', response_url: result }]],
      [result]: [...Array.from({ length: 4 }, () => [200, { id: '7', status: 'processing' }] as const), [200, picture]],
    }
    const begun = studio.clock.now()
    const job = await studio.run(imageRequest())
    expect([job.status, count(result)]).toEqual(['done', 5])
    expect(studio.clock.now() - begun).toBeGreaterThanOrEqual(20_000)
  })

  test('a queued request that is finished at ever new addresses is polled slowly, and ends soon', async () => {
    let rounds = 0
    more = (path) => {
      if (!path.startsWith('/v1/r/')) return null
      rounds += 1
      return { status: 'completed', id: '7', response_url: `/v1/r/7?sig=${rounds}` }
    }
    answers = { [sent]: [[200, { id: '7', status: 'queued', polling_url: '/v1/r/7' }]] }
    const began = studio.clock.now()
    expect((await studio.run(imageRequest())).error?.code).toBe('empty_answer')
    expect(rounds).toBe(5)
    expect(studio.clock.now() - began).toBeGreaterThanOrEqual(15_000)
  })

  test.each([
    ['nowhere', { id: '7', status: 'queued' }],
    ['at another origin', { id: '7', status: 'queued', polling_url: 'https://public.example/v1/tasks/7' }],
    ['outside of its base path', { id: '7', status: 'queued', polling_url: '/admin/tasks/7' }],
    ['outside by its dots', { id: '7', status: 'queued', polling_url: '/v1/../admin/tasks/7' }],
  ])('a queued request with %s as its address is reported with its answer, and not polled', async (_, queued) => {
    answers = { [sent]: [[200, queued]] }
    const job = await studio.run(imageRequest())
    expect(job).toMatchObject({ status: 'unknown', error: { code: 'image_queued' }, kept: true, attempts: 1 })
    expect(server.paths.filter((path) => path.includes('tasks'))).toEqual([])
  })
})

describe('a picture behind the key', () => {
  test.each([
    ['a path', '/v1/files/a.png'],
    ['a path without its slash', 'files/a.png'],
    ['an address without a scheme', () => `${server.origin.replace('http:', '')}/v1/files/a.png`],
    ['a host without a scheme', () => `${server.origin.replace('http://', '')}/v1/files/a.png`],
  ])('at %s is fetched with it, below the base URL alone', async (_, link) => {
    const path = '/v1/files/a.png'
    const url = typeof link === 'function' ? link() : link
    answers = {
      [sent]: [[200, { data: [{ url }] }]],
      [path]: [
        [401, {}],
        [200, pictures.png],
      ],
    }
    expect((await studio.run(imageRequest())).status).toBe('done')
    expect([count(path), keys[path]]).toEqual([2, true])
  })

  test("a result's key is not sent to other paths of the gateway", async () => {
    answers = { [sent]: [[200, { data: [{ url: '/files/a.png' }] }]], '/files/a.png': [[401, {}]] }
    const job = await studio.run(imageRequest())
    expect(job).toMatchObject({ status: 'failed', error: { code: 'link_forbidden' } })
    expect([count('/files/a.png'), keys['/files/a.png']]).toEqual([1, false])
  })
})
