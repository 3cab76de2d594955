import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { openVideo, type ReceivedPart, type VideoDownloadIo } from '../../../src/main/gateway/video-download.ts'
import type { Fetch } from '../../../src/main/platform.ts'
import { AppFailure } from '../../../src/shared/errors.ts'
import { pretendedLinkFetch, testedFetch, testedLinkFetch } from '../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer, signal } from '../../fakes/loopback-server.ts'

const video = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251))
const nothing: ReceivedPart = { bytes: 0, total: null, version: null }

let servers: LoopbackServer[] = []
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  servers = []
})

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: { range: string | undefined; ifRange: string | undefined; encoding: string | undefined }[] = []
  const server = await loopbackServer((request, response) => {
    const { range, 'if-range': ifRange, 'accept-encoding': encoding } = request.headers
    // fetch itself repeats it when a range is requested
    asked.push({ range, ifRange: ifRange?.toString(), encoding: encoding?.toString().split(', ')[0] })
    answer(request, response)
  })
  servers.push(server)
  return { origin: server.origin, asked, paths: server.paths }
}

/** Serves the video with range support: If-Range decides whether a range is sent. */
function inParts(headers: Record<string, string>, bytes = video) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const condition = request.headers['if-range']
    const same = condition === undefined || condition === headers.etag || condition === headers['last-modified']
    if (from === 0 || !same) {
      response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes)
    } else if (from >= bytes.length) {
      response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end()
    } else {
      const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`
      const rest = bytes.subarray(from)
      response.writeHead(206, { ...headers, 'content-range': range, 'content-length': rest.length }).end(rest)
    }
  }
}

async function open(url: string, have: ReceivedPart = nothing, changes: Partial<VideoDownloadIo> = {}) {
  const { body, ...about } = await openVideo(url, have, {
    fetch: testedFetch,
    linkFetch: testedLinkFetch(),
    gatewayUrl: URL.canParse('/v1', url) ? new URL('/v1', url).href : null,
    signal: new AbortController().signal,
    ...changes,
  })
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  return { ...about, body: Buffer.concat(parts) }
}

async function refusal(...given: Parameters<typeof open>) {
  return await open(...given).then(
    () => 'opened',
    (cause: unknown) => (cause instanceof AppFailure ? cause.error.code : `threw ${String(cause)}`),
  )
}

describe('a video behind a link', () => {
  test('a video arrives whole, with its length and version, uncompressed', async () => {
    const { origin, asked } = await serve(inParts({ etag: '"a"' }))
    expect(await open(`${origin}/x.mp4`)).toEqual({ from: 0, total: 1000, version: '"a"', body: video })
    expect(asked).toEqual([{ range: undefined, ifRange: undefined, encoding: 'identity' }])
  })

  test('a video is downloaded from a server that sends neither length nor version', async () => {
    const { origin } = await serve((_, response) => {
      response.write(video)
      response.end()
    })
    expect(await open(origin)).toEqual({ from: 0, total: null, version: null, body: video })
  })

  test('no range is requested if nothing identifies the file', async () => {
    const { origin, asked } = await serve(inParts({}))
    expect(await open(origin, { bytes: 400, total: null, version: null })).toMatchObject({ from: 0, body: video })
    expect(asked.map(({ range }) => range)).toEqual([undefined])
  })
})

describe('a link of the gateway itself', () => {
  const key = 'sk-of-the-gateway-and-nobody-else'
  /** Answers 401 without the key, and with it as `answer` does. */
  async function guarded(answer: (response: ServerResponse) => void = (response) => void response.end(video)) {
    const keys: (string | undefined)[] = []
    const server = await serve((request, response) => {
      keys.push(request.headers.authorization)
      if (request.headers.authorization === `Bearer ${key}`) answer(response)
      else response.writeHead(401).end('{"error":"no key"}')
    })
    return { origin: server.origin, keys }
  }
  const apiKey = async () => key

  test.each(['/v1/videos/5/content', 'whole'])(
    'a link of the gateway is fetched with the key if it asks for one: %s',
    async (path) => {
      const { keys, origin } = await guarded()
      const link = path === 'whole' ? `${origin}/v1/videos/5/content` : path
      const opened = await open(link, nothing, { apiKey, gatewayUrl: `${origin}/v1` })
      expect(opened.body).toEqual(video)
      expect(keys).toEqual([undefined, `Bearer ${key}`])
    },
  )

  test('the key is not sent outside its base URL, to another host, or without being asked for', async () => {
    const { keys, origin } = await guarded()
    const gatewayUrl = `${origin}/v1`
    expect(await refusal(`${origin}/files/x.mp4`, nothing, { apiKey, gatewayUrl })).toBe('link_forbidden')
    expect(await refusal(`${origin}/v1/x.mp4`, nothing, { apiKey: async () => null, gatewayUrl })).toBe(
      'link_forbidden',
    )
    expect(keys).toEqual([undefined, undefined])
    const open401 = await guarded()
    expect(await refusal(`${open401.origin}/v1/x.mp4`, nothing, { apiKey, gatewayUrl, fetch: testedFetch })).not.toBe(
      'opened',
    )
    expect(open401.keys).not.toContain(`Bearer ${key}`)
  })

  test('the key is not sent to the target of a redirect', async () => {
    const elsewhere = await guarded((response) => void response.end(video))
    const { keys, origin } = await guarded(
      (response) => void response.writeHead(302, { location: `${elsewhere.origin}/files/x.mp4` }).end(),
    )
    expect(await refusal(`${origin}/v1/x.mp4`, nothing, { apiKey, gatewayUrl: `${origin}/v1` })).not.toBe('opened')
    expect(keys).toContain(`Bearer ${key}`)
    expect(elsewhere.keys).not.toContain(`Bearer ${key}`)
  })
})

/** A header's value as sent: UTF-8, one character a byte. */
const inBytes = (text: string): string => Buffer.from(text).toString('latin1')

describe('a continued download', () => {
  const have = { bytes: 400, total: 1000, version: '"a"' }
  const rest = video.subarray(400)

  test.each([
    ['an ETag', { etag: '"a"' }, '"a"'],
    ['an ETag in Chinese', { etag: inBytes('"版本"') }, inBytes('"版本"')],
    ['a date', { 'last-modified': 'Sat, 21 Nov 2026 12:00:00 GMT' }, 'Sat, 21 Nov 2026 12:00:00 GMT'],
  ])('asks for the rest of the version that %s names', async (_name, headers, version) => {
    const { origin, asked } = await serve(inParts(headers))
    expect(await open(origin, { ...have, version })).toEqual({ from: 400, total: 1000, version, body: rest })
    expect(asked).toEqual([{ range: 'bytes=400-', ifRange: version, encoding: 'identity' }])
  })

  test('a download without a version continues by its length', async () => {
    const { origin, asked } = await serve(inParts({}))
    expect(await open(origin, { ...have, version: null })).toMatchObject({ from: 400, total: 1000, body: rest })
    expect(asked).toEqual([{ range: 'bytes=400-', ifRange: undefined, encoding: 'identity' }])
  })

  test('a download continues by its date if the ETag is weak, which does not promise equal bytes', async () => {
    const date = 'Sat, 21 Nov 2026 12:00:00 GMT'
    const { origin } = await serve(inParts({ etag: 'W/"a"', 'last-modified': date }))
    expect((await open(origin)).version).toBe(date)
    const weak = await serve(inParts({ etag: 'W/"a"' }))
    expect((await open(weak.origin)).version).toBeNull()
  })

  test('a download starts over if the server does not support ranges', async () => {
    const { origin } = await serve((_, response) => void response.end(video))
    expect(await open(origin, have)).toMatchObject({ from: 0, body: video })
  })

  test('a download starts over if the server has another version', async () => {
    const other = Buffer.alloc(700, 'b')
    const { origin, asked } = await serve(inParts({ etag: '"b"' }, other))
    expect(await open(origin, have)).toEqual({ from: 0, total: 700, version: '"b"', body: other })
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['another version', { etag: '"b"' }, 'bytes 400-999/1000', 600],
    ['no version any more', {}, 'bytes 400-999/1000', 600],
    ['another length', { etag: '"a"' }, 'bytes 400-1099/1100', 700],
    ['another place', { etag: '"a"' }, 'bytes 500-999/1000', 500],
    ['a range that makes no sense', { etag: '"a"' }, 'lines 1-2', 100],
  ])('a download requests everything again if it gets a part of %s', async (_name, headers, range, length) => {
    const { origin, asked } = await serve((request, response) => {
      if (request.headers.range === undefined) inParts({ etag: '"new"' })(request, response)
      else response.writeHead(206, { ...headers, 'content-range': range }).end(Buffer.alloc(length))
    })
    expect(await open(origin, have)).toEqual({ from: 0, total: 1000, version: '"new"', body: video })
    expect(asked.map((one) => one.range)).toEqual(['bytes=400-', undefined])
  })

  test('a download accepts a range without the total length', async () => {
    const { origin } = await serve((_, response) => {
      response.writeHead(206, { etag: '"a"', 'content-range': 'bytes 400-999/*', 'content-length': '600' }).end(rest)
    })
    expect(await open(origin, have)).toMatchObject({ from: 400, total: 1000, body: rest })
  })

  test('a download starts over if nothing follows the received part (416)', async () => {
    const { origin, asked } = await serve(inParts({ etag: '"a"' }))
    expect(await open(origin, { ...have, bytes: 1000, total: 2000 })).toMatchObject({ from: 0, body: video })
    expect(asked).toHaveLength(2)
  })

  test('a download ends if every request fails (416 to everything)', async () => {
    const { origin, asked } = await serve((_, response) => void response.writeHead(416).end())
    expect([await refusal(origin, have), asked.length]).toEqual(['link_forbidden', 2])
  })
})

describe('a link without a video', () => {
  test.each([
    [404, 'link_expired'],
    [410, 'link_expired'],
    [400, 'link_forbidden'],
    [401, 'link_forbidden'],
    [403, 'link_forbidden'],
  ])('a link with %i is %s', async (status, code) => {
    const { origin } = await serve((_, response) => void response.writeHead(status).end('no'))
    expect(await refusal(origin)).toBe(code)
  })

  test.each([408, 429, 500, 502, 503])(
    'a link with %i may work later, after the time that the server asks for',
    async (status) => {
      const { origin } = await serve((_, response) => void response.writeHead(status, { 'retry-after': '9' }).end())
      const error = await open(origin).catch((cause: unknown) => (cause instanceof AppFailure ? cause.error : null))
      expect(error).toMatchObject({ code: 'unavailable', status, retryAfterMs: 9000 })
    },
  )

  test('a refused or broken connection is reported', async () => {
    const server = await loopbackServer(() => undefined)
    await server.close()
    expect(await refusal(server.origin)).toBe('refused')
    const { origin } = await serve((request) => void request.socket.resetAndDestroy())
    expect(await refusal(origin)).toBe('connection_lost')
  })

  test('a download can be cancelled', async () => {
    const arrived = signal()
    const { origin } = await serve(() => arrived.give())
    const stop = new AbortController()
    const opening = refusal(origin, nothing, { signal: stop.signal })
    await arrived.come
    stop.abort()
    expect(await opening).toBe('cancelled')
  })
})

describe('the addresses that a video link may lead to', () => {
  const names: Readonly<Record<string, string>> = {
    'files.example': '93.184.215.14',
    'inside.example': '10.1.2.3',
    'cdn.example': '2606:4700::1111',
  }
  /** A network of names that records every requested address. */
  function net(answers: Readonly<Record<string, () => Response>> = {}) {
    const asked: string[] = []
    const sent: Headers[] = []
    const fetch: Fetch = async (input, init) => {
      const url = String(input)
      asked.push(url)
      sent.push(new Headers(init?.headers))
      expect([init?.redirect, init?.credentials]).toEqual(['manual', 'omit'])
      return answers[url]?.() ?? new Response(new Uint8Array(video))
    }
    const linkFetch = pretendedLinkFetch(async (host) => [names[host] ?? host], fetch)
    return { asked, sent, io: { gatewayUrl: 'https://gateway.example/v1', fetch, linkFetch } }
  }

  test.each([
    'file:///etc/passwd',
    'ftp://files.example/x.mp4',
    'javascript:alert(1)',
    'data:video/mp4;base64,AAAA',
    'https://user:password@files.example/x.mp4',
    'http://10.0.0.1/x.mp4',
    'http://192.168.1.1/x.mp4',
    'http://172.16.0.1/x.mp4',
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1/x.mp4',
    'http://2130706433/x.mp4',
    'http://0x7f.1/x.mp4',
    'http://[::1]/x.mp4',
    'http://[::ffff:127.0.0.1]/x.mp4',
    'http://[fe80::1]/x.mp4',
    'https://inside.example/x.mp4',
    'x.mp4',
    '',
  ])('not to %s, which is not asked', async (url) => {
    const { asked, io } = net()
    expect([await refusalOf(url, io), asked]).toEqual(['link_refused', []])
  })

  test('a public link is fetched without cookies and without a key', async () => {
    const { asked, sent, io } = net()
    expect(await refusalOf('https://files.example/x.mp4', io)).toBe('opened')
    expect(asked).toEqual(['https://files.example/x.mp4'])
    expect(sent.map((headers) => [...headers.keys()])).toEqual([['accept-encoding']])
  })

  const to = (location: string) => () => new Response(null, { status: 302, headers: { location } })

  test('a link to the gateway’s own origin is allowed, even in a private network', async () => {
    const { asked, io } = net()
    const own = { ...io, gatewayUrl: 'http://192.168.1.5:8000/v1' }
    expect(await refusalOf('http://192.168.1.5:8000/x.mp4', own)).toBe('opened')
    expect(asked).toEqual(['http://192.168.1.5:8000/x.mp4'])
  })

  test.each([
    'http://192.168.1.5:9000/x.mp4',
    'http://192.168.1.5/x.mp4',
    'https://192.168.1.5:8000/x.mp4',
    'http://192.168.1.6:8000/x.mp4',
    'http://localhost:8000/x.mp4',
  ])('a link to %s next to a private gateway is refused, directly or after a redirect', async (url) => {
    const { asked, io } = net({ 'http://192.168.1.5:8000/x.mp4': to(url) })
    const own = { ...io, gatewayUrl: 'http://192.168.1.5:8000/v1' }
    expect(await refusalOf(url, own)).toBe('link_refused')
    expect(await refusalOf('http://192.168.1.5:8000/x.mp4', own)).toBe('link_refused')
    expect(asked).toEqual(['http://192.168.1.5:8000/x.mp4'])
  })

  test('each redirect is checked', async () => {
    const { asked, io } = net({
      'https://files.example/x.mp4': to('/y.mp4'),
      'https://files.example/y.mp4': to('https://cdn.example/z.mp4'),
    })
    expect(await refusalOf('https://files.example/x.mp4', io)).toBe('opened')
    expect(asked).toEqual(['https://files.example/x.mp4', 'https://files.example/y.mp4', 'https://cdn.example/z.mp4'])
  })

  test.each(['http://127.0.0.1:8000/', 'https://inside.example/', 'file:///etc/passwd', 'http://[::1]/', 'http://['])(
    'a redirect to %s is refused',
    async (location) => {
      const { asked, io } = net({ 'https://files.example/x.mp4': to(location) })
      expect(await refusalOf('https://files.example/x.mp4', io)).toBe('link_refused')
      expect(asked).toEqual(['https://files.example/x.mp4'])
    },
  )

  test('a download ends after circular redirects', async () => {
    const { asked, io } = net({ 'https://files.example/x.mp4': to('/x.mp4') })
    expect([await refusalOf('https://files.example/x.mp4', io), asked.length]).toEqual(['link_refused', 4])
  })

  test('a name with a public and a private address is refused', async () => {
    const { io } = net()
    const both = { ...io, linkFetch: pretendedLinkFetch(async () => ['93.184.215.14', '127.0.0.1'], io.fetch) }
    expect(await refusalOf('https://files.example/x.mp4', both)).toBe('link_refused')
  })
})

async function refusalOf(url: string, io: Omit<VideoDownloadIo, 'signal'>): Promise<string> {
  return await openVideo(url, nothing, { ...io, signal: new AbortController().signal }).then(
    () => 'opened',
    (cause: unknown) => (cause instanceof AppFailure ? cause.error.code : `threw ${String(cause)}`),
  )
}
