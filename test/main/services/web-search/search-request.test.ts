import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { searchBytesMax } from '../../../../src/main/gateway/web-request.ts'
import type { Asked } from '../../../../src/main/services/web-search/providers.ts'
import { searchOnce } from '../../../../src/main/services/web-search/search-request.ts'
import type { SearchProvider } from '../../../../src/shared/web-search-limits.ts'
import { testedFetch } from '../../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer } from '../../../fakes/loopback-server.ts'
import { ManualClock } from '../../../fakes/platform.ts'

const closing: LoopbackServer[] = []
afterEach(async () => {
  for (const server of closing.splice(0)) await server.close()
})

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function serve(answer: Answer): Promise<LoopbackServer> {
  const server = await loopbackServer(answer)
  closing.push(server)
  return server
}

const json =
  (body: unknown, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const key = 'tvly-0123456789abcdef'
const clock = new ManualClock()

async function asked(provider: SearchProvider, origin: string, changes: Partial<Asked> = {}) {
  const io = { fetch: testedFetch, clock, signal: new AbortController().signal }
  return await searchOnce(provider, { address: origin, key, query: 'tides of the Thames', count: 3, ...changes }, io)
}

/** Returns the first request that a service gets, with its body. */
async function sentTo(provider: SearchProvider, query = 'tides') {
  const seen: { path: string; headers: IncomingMessage['headers']; body: string }[] = []
  const server = await serve((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      seen.push({ path: request.url ?? '', headers: request.headers, body })
      json({})(request, response)
    })
  })
  await asked(provider, server.origin, { query })
  return seen[0] ?? { path: '', headers: {}, body: '' }
}

describe('the requests of each search service', () => {
  test('SearXNG gets the query and the format, and no key', async () => {
    const { body, headers, path } = await sentTo('searxng')
    expect(path).toBe('/search?q=tides&format=json')
    expect(headers.authorization).toBeUndefined()
    expect(body).toBe('')
  })

  test.each([
    ['tavily', '/search', { query: 'tides', max_results: 3, search_depth: 'basic' }],
    ['bocha', '/v1/web-search', { query: 'tides', count: 3, summary: true, freshness: 'noLimit' }],
    [
      'zhipu',
      '/api/paas/v4/web_search',
      { search_query: 'tides', search_engine: 'search_std', search_intent: false, count: 3 },
    ],
  ] as const)('%s gets its key as a bearer token', async (provider, path, body) => {
    const sent = await sentTo(provider)
    expect([sent.path, sent.headers.authorization]).toEqual([path, `Bearer ${key}`])
    expect(JSON.parse(sent.body)).toEqual(body)
  })

  test('Brave and Exa get their keys in their own headers', async () => {
    const brave = await sentTo('brave')
    expect([brave.headers['x-subscription-token'], brave.headers.authorization]).toEqual([key, undefined])
    expect(new URLSearchParams(brave.path.split('?')[1]).get('count')).toBe('3')
    const exa = await sentTo('exa')
    expect(exa.headers['x-api-key']).toBe(key)
    expect(JSON.parse(exa.body)).toMatchObject({ query: 'tides', numResults: 3, contents: { text: {} } })
  })

  test('a query is truncated to what the service accepts, between words', async () => {
    const { body } = await sentTo('zhipu', `${'潮汐 '.repeat(60)}`)
    const { search_query } = JSON.parse(body)
    expect([...String(search_query)].length).toBeLessThanOrEqual(70)
    expect(String(search_query)).toMatch(/潮汐$/)
  })

  test('an empty query and a missing key send nothing', async () => {
    const server = await serve(json({ results: [] }))
    expect((await asked('tavily', server.origin, { query: ' \n ' })).charge).toBe('none')
    expect((await asked('tavily', server.origin, { key: '' })).error?.code).toBe('search_key')
    expect(server.paths).toEqual([])
  })
})

describe('the answers of each search service', () => {
  const page = { url: 'https://example.org/a', title: 'Tides &amp; <strong>times</strong>' }

  test.each([
    ['searxng', { results: [{ ...page, content: 'High water', publishedDate: '2026-03-01T00:00:00' }] }],
    ['tavily', { results: [{ ...page, content: 'High water', published_date: '2026-03-01' }] }],
    ['brave', { type: 'search', web: { results: [{ ...page, description: 'High water', page_age: '2026-03-01' }] } }],
    [
      'bocha',
      {
        code: 200,
        data: {
          webPages: {
            value: [{ name: page.title, url: page.url, summary: 'High water', datePublished: '2026-03-01' }],
          },
        },
      },
    ],
    ['exa', { results: [{ ...page, text: 'High water', publishedDate: '2026-03-01T10:00:00.000Z' }] }],
    [
      'zhipu',
      { search_result: [{ title: page.title, link: page.url, content: 'High water', publish_date: '2026-3-1' }] },
    ],
  ] as const)('results of %s are equal', async (provider, body) => {
    const server = await serve(json(body))
    expect(await asked(provider, server.origin)).toEqual({
      pages: [{ url: page.url, title: 'Tides & times', text: 'High water', day: '2026-03-01' }],
      error: null,
      charge: 'charged',
    })
  })

  test('an answer without results is not a failure', async () => {
    for (const [provider, body] of [
      ['searxng', { results: [] }],
      ['brave', { type: 'search', query: {} }],
      ['bocha', { code: 200, data: { webPages: null } }],
    ] as const) {
      const server = await serve(json(body))
      expect((await asked(provider, server.origin)).pages).toEqual([])
    }
  })

  test('results are limited to the wanted number, without repeated addresses', async () => {
    const results = [1, 1, 2, 3, 4, 5].map((number) => ({
      ...page,
      url: `https://example.org/${number}`,
      content: 'x',
    }))
    const { pages } = await asked('searxng', (await serve(json({ results }))).origin)
    expect(pages?.map(({ url }) => url)).toEqual([1, 2, 3].map((number) => `https://example.org/${number}`))
  })

  test('invalid results keep what is usable, within limits', async () => {
    const results = [
      { url: 'javascript:alert(1)', title: 'script', content: 'kept without its address' },
      { url: 'https://user:pass@example.org/', title: 'login', content: 'x'.repeat(100_000) },
      { url: 7, title: null, content: { deep: true } },
      'text',
      null,
    ]
    const { pages } = await asked('searxng', (await serve(json({ results }))).origin)
    expect(pages?.map(({ text, title, url }) => [url, title, text.length])).toEqual([
      ['', 'script', 24],
      ['', 'login', 3_000],
    ])
  })

  test('results contain no invisible characters', async () => {
    const results = [{ ...page, content: 'a\u202eb\u0000c\u200bd' }]
    expect((await asked('searxng', (await serve(json({ results }))).origin)).pages?.[0]?.text).toBe('a b c d')
  })
})

describe('the failures of a search', () => {
  test.each([
    ['searxng', 403, 'search_format'],
    ['searxng', 429, 'search_limit'],
    ['tavily', 401, 'search_key'],
    ['tavily', 432, 'search_limit'],
    ['brave', 402, 'search_limit'],
    ['exa', 500, 'search_failed'],
  ] as const)('%s with status %i is %s, and costs nothing', async (provider, status, code) => {
    const server = await serve(json({ detail: { error: `no ${key}` } }, status))
    const { charge, error } = await asked(provider, server.origin)
    expect([error?.code, error?.status, charge]).toEqual([code, status, 'none'])
    expect(JSON.stringify(error)).not.toContain(key)
    expect(server.paths).toHaveLength(1)
  })

  test('a refusal with a success status is a refusal', async () => {
    const server = await serve(json({ code: '403', msg: 'insufficient balance, quota exceeded' }))
    expect(await asked('bocha', server.origin)).toMatchObject({ error: { code: 'search_limit' }, charge: 'none' })
  })

  test.each([
    ['a web page', '<!doctype html><title>Login</title>'],
    ['nothing', ''],
    ['JSON that is nested too deep', '['.repeat(100_000)],
    ['another shape', '{"results":"none"}'],
  ])('%s cannot be read', async (_, text) => {
    const server = await serve((__, response) => response.end(text))
    expect(await asked('searxng', server.origin)).toMatchObject({
      error: { code: 'search_unreadable' },
      charge: 'charged',
    })
  })

  test('an answer of 100 MB is not received', async () => {
    let sent = 0
    const server = await serve((_, response) => {
      const more = (): void => {
        while (sent < 100 * 1024 * 1024 && !response.destroyed) {
          sent += 64 * 1024
          if (!response.write(Buffer.alloc(64 * 1024, 'a'))) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    expect((await asked('searxng', server.origin)).error).toMatchObject({ code: 'search_unreadable' })
    expect(sent).toBeLessThan(60 * 1024 * 1024)
  })

  test('a gzip bomb ends at the limit of its unpacked size', async () => {
    const bomb = gzipSync(Buffer.alloc(searchBytesMax * 8, 'a'))
    const server = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    expect((await asked('searxng', server.origin)).error).toMatchObject({ code: 'search_unreadable' })
  })

  test('a redirect is not followed, so that no key goes elsewhere', async () => {
    const other = await serve(json({ results: [] }))
    const server = await serve((_, response) => response.writeHead(302, { location: `${other.origin}/search` }).end())
    expect((await asked('tavily', server.origin)).error?.code).toBe('search_unreadable')
    expect(other.paths).toEqual([])
  })

  test('a server that hangs is given up at the deadline, and may have charged', async () => {
    const hanging = new ManualClock()
    const came = Promise.withResolvers<void>()
    const server = await serve(() => came.resolve())
    const io = { fetch: testedFetch, clock: hanging, signal: new AbortController().signal }
    const search = searchOnce('tavily', { address: server.origin, key, query: 'tides', count: 3 }, io)
    await came.promise
    hanging.advance(20_000)
    expect(await search).toMatchObject({ error: { code: 'search_lost' }, charge: 'unknown' })
  })

  test('a connection that breaks after the request may have charged', async () => {
    const server = await serve((request) => request.socket.destroy())
    expect(await asked('exa', server.origin)).toMatchObject({ error: { code: 'search_lost' }, charge: 'unknown' })
    expect(server.paths).toHaveLength(1)
  })

  test('a missing server has received nothing', async () => {
    const server = await serve(json({}))
    const { origin } = server
    await server.close()
    closing.length = 0
    expect(await asked('tavily', origin)).toMatchObject({ error: { code: 'search_unreachable' }, charge: 'none' })
  })
})
