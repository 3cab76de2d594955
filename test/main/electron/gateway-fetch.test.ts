import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGatewayFetch, type SentRequest } from '../../../src/main/electron/gateway-fetch.ts'
import { openRemoteLink } from '../../../src/main/gateway/remote-link.ts'
import type { Fetch } from '../../../src/main/platform.ts'
import { ElectronNet, type NetRequestOptions } from '../../fakes/electron-net.ts'
import { type LoopbackServer, loopbackServer } from '../../fakes/loopback-server.ts'

/** A content type that Chromium does not sniff before it passes the response on. */
const eventStream = { 'content-type': 'text/event-stream' }

let server: LoopbackServer
let answer: (path: string, response: ServerResponse, body: string) => void
let seen: { readonly method: string; readonly headers: Readonly<Record<string, unknown>>; readonly body: string }[]
let net: ElectronNet
let asked: NetRequestOptions[]
let fetch: Fetch

beforeEach(async () => {
  seen = []
  asked = []
  net = new ElectronNet()
  server = await loopbackServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      seen.push({ method: request.method ?? '', headers: request.headers, body })
      answer(request.url ?? '', response, body)
    })
  })
  fetch = createGatewayFetch({
    open: (partition) => net.fromPartition(partition),
    request: (options): SentRequest => {
      asked.push(options)
      return net.request(options)
    },
  })
})
afterEach(async () => {
  net.close()
  await server.close()
})

describe('a redirect in Electron', () => {
  beforeEach(() => {
    answer = (path, response) => {
      if (path === '/from') response.writeHead(302, { location: '/to', 'x-hop': 'one' }).end('moved')
      else response.end(`arrived at ${path}`)
    }
  })

  it('a redirect that should not be followed is returned unchanged, without another request', async () => {
    const response = await fetch(`${server.origin}/from`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location'), response.headers.get('x-hop')]).toEqual([
      302,
      '/to',
      'one',
    ])
    expect(server.paths).toEqual(['/from'])
  })

  it('a redirect is followed or refused, as the caller chooses', async () => {
    expect(await (await fetch(`${server.origin}/from`)).text()).toBe('arrived at /to')
    await expect(fetch(`${server.origin}/from`, { redirect: 'error' })).rejects.toThrow(TypeError)
  })

  it('a redirect of a linked result is checked step by step', async () => {
    const response = await openRemoteLink(`${server.origin}/from`, {
      fetch,
      linkFetch: fetch,
      trusts: () => true,
      signal: () => AbortSignal.timeout(10_000),
    })
    expect(await response.text()).toBe('arrived at /to')
    expect(asked.map(({ redirect }) => redirect)).toEqual(['manual', 'manual'])
  })
})

describe('the body of a request in Electron', () => {
  it('a cancelled body ends the request', async () => {
    const closed = Promise.withResolvers<void>()
    answer = (_path, response) => {
      response.on('close', () => closed.resolve())
      response.writeHead(200, eventStream)
      response.write('the first of many')
    }
    const response = await fetch(server.origin)
    const reader = response.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('the first of many')
    await reader?.cancel()
    await closed.promise
  })

  it('a body whose caller aborts fails with the reason, and the request ends', async () => {
    const closed = Promise.withResolvers<void>()
    answer = (_path, response) => {
      response.on('close', () => closed.resolve())
      response.writeHead(200, eventStream)
      response.write('part')
    }
    const ending = new AbortController()
    const response = await fetch(server.origin, { signal: ending.signal })
    const text = response.text()
    ending.abort(new Error('the person pressed Stop'))
    await expect(text).rejects.toThrow('the person pressed Stop')
    await closed.promise
  })

  it('a body that is cut off fails', async () => {
    answer = (_path, response) => {
      response.writeHead(200, { ...eventStream, 'content-length': '100' })
      response.write('half', () => response.destroy())
    }
    const response = await fetch(server.origin)
    await expect(response.text()).rejects.toThrow()
  })

  it('a body that is cut off is read up to that point', async () => {
    const broken = Promise.withResolvers<void>()
    answer = (_path, response) => {
      response.writeHead(200, { ...eventStream, 'content-length': '100' })
      response.write('one', () => response.write('two', () => response.destroy()))
    }
    fetch = createGatewayFetch({
      open: (partition) => net.fromPartition(partition),
      request: (options): SentRequest => {
        const sent = net.request(options)
        sent.on('error', () => broken.resolve())
        return sent
      },
    })
    const response = await fetch(server.origin)
    await broken.promise
    let text = ''
    const read = async (): Promise<void> => {
      for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk)
    }
    await expect(read()).rejects.toThrow('ERR_CONTENT_LENGTH_MISMATCH')
    expect(text).toBe('onetwo')
  })

  it('a body that has arrived but is not read is dropped when its caller aborts', async () => {
    answer = (_path, response) => response.writeHead(200, eventStream).end('whole')
    const ending = new AbortController()
    const response = await fetch(server.origin, { signal: ending.signal })
    await (await fetch(server.origin)).text()
    ending.abort(new Error('the person pressed Stop'))
    await expect(response.text()).rejects.toThrow('the person pressed Stop')
  })

  it('a body of ten megabytes arrives complete, however slowly it is read', async () => {
    const block = Buffer.alloc(1024 * 1024, 7)
    answer = async (_path, response) => {
      for (let count = 0; count < 10; count += 1) if (!response.write(block)) await once(response, 'drain')
      response.end()
    }
    const response = await fetch(server.origin)
    let bytes = 0
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(bytes).toBe(10 * 1024 * 1024)
  })

  it('a body is empty for statuses without a body', async () => {
    answer = (_path, response) => response.writeHead(204).end()
    const response = await fetch(server.origin)
    expect([response.status, response.body]).toEqual([204, null])
  })
})

describe('an answer in Electron', () => {
  it('an answer without a type is returned after its first kilobyte or its end', async () => {
    const begun = Promise.withResolvers<void>()
    const more = Promise.withResolvers<void>()
    answer = async (path, response) => {
      if (path === '/typed') {
        response.writeHead(200, eventStream).end('typed')
        return
      }
      response.write('a', () => begun.resolve())
      await more.promise
      response.end('b'.repeat(2000))
    }
    let isThere = false
    const answered = fetch(server.origin).then((response) => {
      isThere = true
      return response.text()
    })
    await begun.promise
    expect(await (await fetch(`${server.origin}/typed`)).text()).toBe('typed')
    expect(isThere).toBe(false)
    more.resolve()
    expect(await answered).toHaveLength(2001)
  })

  it('a compressed answer is decompressed, and keeps its header', async () => {
    answer = (_path, response) =>
      response.writeHead(200, { ...eventStream, 'content-encoding': 'gzip' }).end(gzipSync('data: {}'))
    const response = await fetch(server.origin)
    expect([await response.text(), response.headers.get('content-encoding')]).toEqual(['data: {}', 'gzip'])
    expect(seen[0]?.headers['accept-encoding']).toBe('gzip, deflate')
  })

  it('an answer keeps each cookie, and joins other repeated headers', async () => {
    answer = (_path, response) =>
      response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'], 'x-two': ['one', 'two'], etag: '"a"' }).end()
    const { headers } = await fetch(server.origin)
    expect([headers.getSetCookie(), headers.get('x-two'), headers.get('etag')]).toEqual([
      ['a=1', 'b=2'],
      'one, two',
      '"a"',
    ])
  })
})

describe('a request in Electron', () => {
  it('a request sends any upload as one buffer', async () => {
    answer = (_path, response, body) => response.end(String(body.length))
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(3 * 1024 * 1024).fill(97)]), 'talk.wav')
    const response = await fetch(server.origin, { method: 'POST', body: form })
    expect(Number(await response.text())).toBeGreaterThan(3 * 1024 * 1024)
    expect(net.uploads).toEqual([1])
    expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  })

  it('a request sends its headers, except those that Chromium sets', async () => {
    answer = (_path, response) => response.end('{}')
    await fetch(server.origin, {
      method: 'POST',
      body: '{}',
      headers: {
        authorization: 'Bearer k',
        'content-length': '2',
        host: 'elsewhere.example',
        te: 'trailers',
        trailer: 'x',
        upgrade: 'h2c',
        cookie2: 'x',
        'proxy-authorization': 'Basic x',
      },
    })
    expect(seen[0]).toMatchObject({ method: 'POST', body: '{}', headers: { authorization: 'Bearer k' } })
    expect(seen[0]?.headers.host).not.toBe('elsewhere.example')
  })

  it('a request uses its own session, without cookies or cache', async () => {
    answer = (_path, response) => response.end()
    await fetch(new URL(server.origin), { credentials: 'include', cache: 'force-cache' })
    expect(asked).toMatchObject([{ credentials: 'omit', cache: 'no-store', redirect: 'manual' }])
  })

  it('a request that is aborted before its answer rejects with the reason', async () => {
    const arrived = Promise.withResolvers<void>()
    answer = () => arrived.resolve()
    const ending = new AbortController()
    const waiting = fetch(server.origin, { signal: ending.signal })
    await arrived.promise
    ending.abort(new Error('too late'))
    await expect(waiting).rejects.toThrow('too late')
    ending.abort()
    await expect(fetch(server.origin, { signal: ending.signal })).rejects.toThrow()
  })

  it('a request to a closed port rejects with an error', async () => {
    await server.close()
    await expect(fetch(server.origin)).rejects.toThrow()
    server = await loopbackServer(() => {})
  })
})

describe('a place among the six sockets is given back', () => {
  const readOne = async (response: Response): Promise<void> => {
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
  }
  const unasked = (): AbortSignal => AbortSignal.abort(new Error('too late'))
  const endings: Readonly<Record<string, (ask: Fetch) => Promise<unknown>>> = {
    'by an answer that is read': async (ask) => (await ask(`${server.origin}/whole`, { method: 'POST' })).text(),
    'by one that is cancelled': async (ask) => readOne(await ask(`${server.origin}/endless`, { method: 'POST' })),
    'by one that breaks off': async (ask) => (await ask(`${server.origin}/broken`, { method: 'POST' })).text(),
    'by one without a body': (ask) => ask(`${server.origin}/empty`, { method: 'POST' }),
    'by its head alone': (ask) => ask(`${server.origin}/whole`, { method: 'HEAD' }),
    'by a redirect': (ask) => ask(`${server.origin}/from`, { method: 'POST', redirect: 'manual' }),
    'by a redirect that is refused': (ask) => ask(`${server.origin}/from`, { method: 'POST', redirect: 'error' }),
    'by a redirect that is followed': async (ask) => (await ask(`${server.origin}/from`, { method: 'POST' })).text(),
    'by a reset': (ask) => ask(`${server.origin}/reset`, { method: 'POST' }),
    'by a header that is none': (ask) => ask(`${server.origin}/whole`, { headers: [['x', 'a\u0000b']] }),
    'by a port that is refused': (ask) => ask('http://127.0.0.1:6667/', { method: 'POST' }),
    'by a stop beforehand': (ask) => ask(server.origin, { method: 'POST', signal: unasked() }),
    'by a stop on its way': async (ask) => {
      const ending = new AbortController()
      const waiting = ask(`${server.origin}/silent`, { method: 'POST', signal: ending.signal })
      await arrived()
      ending.abort()
      await waiting
    },
    'by a stop in the middle': async (ask) => {
      const ending = new AbortController()
      const response = await ask(`${server.origin}/endless`, { method: 'POST', signal: ending.signal })
      ending.abort()
      await response.text()
    },
  }
  let arrived: () => Promise<void>
  let ask: Fetch
  beforeEach(() => {
    let come = Promise.withResolvers<void>()
    arrived = async () => {
      await come.promise
      come = Promise.withResolvers()
    }
    answer = (path, response) => {
      come.resolve()
      if (path === '/silent') return
      if (path === '/reset') return void response.socket?.resetAndDestroy()
      if (path === '/empty') return void response.writeHead(204).end()
      if (path === '/from') return void response.writeHead(302, { location: '/whole' }).end()
      response.writeHead(200, path === '/broken' ? { ...eventStream, 'content-length': '9' } : eventStream)
      if (path === '/whole') return void response.end('whole')
      response.write('first', () => {
        if (path === '/broken') response.destroy()
      })
    }
    ask = createGatewayFetch({
      open: (partition) => net.fromPartition(partition),
      request: (options) => net.request(options),
      sessionsMax: 1,
    })
  })

  it.each(Object.entries(endings))('%s', async (_, end) => {
    for (let count = 0; count < 7; count += 1) await end(ask).catch(() => null)
    const all = Array.from({ length: 5 }, async () => (await ask(`${server.origin}/whole`, { method: 'POST' })).text())
    expect(await Promise.all(all)).toEqual(Array(5).fill('whole'))
  })
})
