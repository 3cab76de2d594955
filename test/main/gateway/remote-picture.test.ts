import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDemoGateway } from '../../../src/demo-gateway/server.ts'
import { createApp } from '../../../src/main/app.ts'
import type { App } from '../../../src/main/application.ts'
import { fetchRemotePicture } from '../../../src/main/gateway/remote-picture.ts'
import type { Fetch } from '../../../src/main/platform.ts'
import { AppFailure } from '../../../src/shared/errors.ts'
import { AppClient } from '../../fakes/app-client.ts'
import { pretendedLinkFetch, testedFetch, testedLinkFetch } from '../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer, signal } from '../../fakes/loopback-server.ts'
import { pictures } from '../../fakes/pictures.ts'
import { testPlatform } from '../../fakes/platform.ts'

const servers: LoopbackServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
async function serve(...parameters: Parameters<typeof loopbackServer>): Promise<LoopbackServer> {
  const server = await loopbackServer(...parameters)
  servers.push(server)
  return server
}

/** Fetches a picture; returns its size in bytes, or the error code. No test leaves this computer. */
async function ask(
  url: string,
  io: {
    readonly trusted?: readonly string[]
    readonly names?: Readonly<Record<string, readonly string[]>>
    readonly fetch?: Fetch
    readonly signal?: AbortSignal
  } = {},
): Promise<number | string> {
  try {
    const bytes = await fetchRemotePicture(url, {
      fetch: io.fetch ?? testedFetch,
      trusts: (address) => (io.trusted ?? []).includes(address.origin),
      bytesMax: 20 * 1024 * 1024,
      timeoutMs: 30_000,
      linkFetch: pretendedLinkFetch(async (host) => io.names?.[host] ?? [host], io.fetch ?? testedFetch),
      ...(io.signal ? { signal: io.signal } : {}),
    })
    return bytes.byteLength
  } catch (cause) {
    if (cause instanceof AppFailure) return cause.error.code
    throw cause
  }
}

const neverFetch: Fetch = async () => {
  throw new Error('it was fetched')
}

describe('a link to the user’s own network is refused before anything is asked', () => {
  test.each([
    'http://127.0.0.1:8080/x.png',
    'http://localhost/x.png',
    'http://2130706433/x.png',
    'http://0x7f000001/x.png',
    'http://017700000001/x.png',
    'http://127.1/x.png',
    'http://[::1]/x.png',
    'http://[::ffff:127.0.0.1]/x.png',
    'http://[::ffff:c0a8:1]/x.png',
    'http://[::127.0.0.1]/x.png',
    'http://[fe80::1]/x.png',
    'http://169.254.169.254/latest/meta-data',
    'https://router.home/x.png',
    'https://inside.example/x.png',
    'http://localhost./x.png',
    'http://printer/x.png',
    'http://nas.local/x.png',
    'http://metadata.google.internal/x.png',
    'http://198.18.0.1/x.png',
    'http://[64:ff9b::7f00:1]/x.png',
    'http://[2002:7f00:1::]/x.png',
    'http://100.64.0.1/x.png',
    'https://both.example/x.png',
  ])('refuses a link to the local network: %s', async (url) => {
    const names = {
      localhost: ['127.0.0.1'],
      'router.home': ['192.168.1.1'],
      'inside.example': ['192.168.1.1'],
      printer: ['93.184.216.34'],
      'nas.local': ['93.184.216.34'],
      'metadata.google.internal': ['93.184.216.34'],
      'both.example': ['93.184.216.34', '10.0.0.1'],
    }
    expect(await ask(url, { names, fetch: neverFetch })).toBe('link_refused')
  })

  test.each([
    'file:///etc/passwd',
    'data:image/png;base64,AA',
    'ftp://example.com/x',
    'javascript:1',
    'https://u:p@example.com/',
    'no link',
    '',
  ])('refuses a link to the local network in the form %j', async (url) =>
    expect(await ask(url, { fetch: neverFetch })).toBe('link_refused'),
  )

  test('a name without an address is not found', async () => {
    const names = { 'nothing.example': [] }
    expect(await ask('https://nothing.example/x.png', { names, fetch: neverFetch })).toBe('address_not_found')
  })

  test('a name that cannot be resolved is reported', async () => {
    const fetched = fetchRemotePicture('https://nowhere.example/x.png', {
      fetch: neverFetch,
      trusts: () => false,
      bytesMax: 1,
      timeoutMs: 1000,
      linkFetch: testedLinkFetch(async () => {
        throw Object.assign(new Error('getaddrinfo ENOTFOUND nowhere.example'), { code: 'ENOTFOUND' })
      }),
    })
    await expect(fetched).rejects.toMatchObject({ error: { code: 'address_not_found' } })
  })
})

describe('a public link', () => {
  const names = {
    'public.example': ['93.184.216.34'],
    'other.example': ['93.184.216.35'],
    'evil.example': ['10.0.0.1'],
  }
  const answers = (to: Readonly<Record<string, Response>>): Fetch & { readonly asked: string[] } => {
    const asked: string[] = []
    return Object.assign(
      async (input: string | URL | Request, init?: RequestInit) => {
        asked.push(String(input))
        expect([init?.redirect, init?.credentials, init?.headers]).toEqual(['manual', 'omit', undefined])
        return to[String(input)] ?? new Response(null, { status: 404 })
      },
      { asked },
    )
  }
  const redirect = (location: string): Response => new Response(null, { status: 302, headers: { location } })

  test('a public link is fetched without cookies and without a key', async () => {
    const fetch = answers({ 'https://public.example/x.png': new Response(new Uint8Array(5)) })
    expect(await ask('https://public.example/x.png', { names, fetch })).toBe(5)
  })

  test('a public link is fetched through a local proxy that resolves all names', async () => {
    const standIns = { 'public.example': ['198.18.0.7'] }
    const fetch = answers({ 'https://public.example/x.png': new Response(new Uint8Array(5)) })
    expect(await ask('https://public.example/x.png', { names: standIns, fetch })).toBe(5)
    expect(await ask('http://198.18.0.7/x.png', { names: standIns, fetch: neverFetch })).toBe('link_refused')
  })

  test('a public link may redirect to another public address', async () => {
    const fetch = answers({
      'https://public.example/x': redirect('/y'),
      'https://public.example/y': redirect('https://other.example/z'),
      'https://other.example/z': new Response(new Uint8Array(6)),
    })
    expect(await ask('https://public.example/x', { names, fetch })).toBe(6)
  })

  test.each([
    'http://127.0.0.1/',
    'https://evil.example/',
    'file:///etc/passwd',
    'data:image/png;base64,AA',
    'http://[',
    '//2130706433/',
  ])('a public link may not redirect to %s', async (location) => {
    const fetch = answers({ 'https://public.example/x': redirect(location) })
    expect(await ask('https://public.example/x', { names, fetch })).toBe('link_refused')
    expect(fetch.asked).toEqual(['https://public.example/x'])
  })

  test('a public link may not redirect forever', async () => {
    const asked: string[] = []
    const fetch: Fetch = async (input) => {
      asked.push(String(input))
      return redirect(`/${asked.length}`)
    }
    expect(await ask('https://public.example/x', { names, fetch })).toBe('link_refused')
    expect(asked.length).toBe(4)
  })
})

describe('a gateway’s own link', () => {
  test('a gateway’s own link is fetched although it is in the local network', async () => {
    const server = await serve((_, response) => void response.end('picture'))
    expect(await ask(`${server.origin}/x.png`, { trusted: [server.origin] })).toBe(7)
  })

  test('a gateway’s own link must have its port and scheme', async () => {
    const server = await serve((_, response) => void response.end('picture'))
    const { port } = new URL(server.origin)
    for (const url of [
      `http://127.0.0.1:${Number(port) - 1}/`,
      `https://127.0.0.1:${port}/`,
      `http://127.0.0.2:${port}/`,
    ])
      expect(await ask(url, { trusted: [server.origin] })).toBe('link_refused')
    expect(server.paths).toEqual([])
  })

  test('a gateway’s own link may not redirect into the network', async () => {
    const inside = await serve((_, response) => void response.end('secret'))
    const server = await serve((_, response) => void response.writeHead(302, { location: inside.origin }).end())
    expect(await ask(server.origin, { trusted: [server.origin] })).toBe('link_refused')
    expect(inside.paths).toEqual([])
  })

  test('a picture with a declared length of 300 MB is refused before it arrives', async () => {
    const hungUp = signal()
    const server = await serve((request, response) => {
      request.socket.once('close', () => hungUp.give())
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': String(300 * 1024 * 1024) })
      response.flushHeaders()
    })
    expect(await ask(server.origin, { trusted: [server.origin] })).toBe('answer_too_large')
    await hungUp.come
  })

  test('a picture that never ends is cut off at 20 MB', async () => {
    const hungUp = signal()
    const server = await serve((request, response) => {
      request.socket.once('close', () => hungUp.give())
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(1024 * 1024)));
      }
      response.on('drain', more)
      more()
    })
    expect(await ask(server.origin, { trusted: [server.origin] })).toBe('answer_too_large')
    await hungUp.come
  })

  test('a dead link is not found; one that breaks off is lost', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/dead') response.writeHead(404).end('gone')
      else {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('half', () => response.socket?.resetAndDestroy())
      }
    })
    expect(await ask(`${server.origin}/dead`, { trusted: [server.origin] })).toBe('not_found')
    expect(await ask(`${server.origin}/half`, { trusted: [server.origin] })).toBe('connection_lost')
  })
})

describe('a picture in an answer', () => {
  let app: App
  let dispose: () => void
  let server: LoopbackServer
  let body: Uint8Array = pictures.png
  const client = new AppClient(() => app)
  beforeEach(async () => {
    server = await serve((_, response) => void response.end(body))
    const made = testPlatform({ environment: { ATELIER_BASE_URL: server.origin, ATELIER_API_KEY: 'canary' } })
    dispose = made.dispose
    app = await createApp(made.platform, { demo: false })
  })
  afterEach(async () => {
    await app.close()
    dispose()
  })

  test('a picture in an answer is imported into the library', async () => {
    body = pictures.png
    const item = await client.call('media.addRemotePicture', { url: `${server.origin}/x` })
    expect(item).toMatchObject({ mime: 'image/png', width: 37, height: 21, bytes: pictures.png.byteLength })
    expect(app.findMedia(item.id)).toMatchObject({ mime: 'image/png' })
  })

  test('a web page instead of a picture is refused', async () => {
    body = Buffer.from('<!doctype html><script>1</script>')
    expect(await client.refusal('media.addRemotePicture', { url: `${server.origin}/x` })).toBe('file_refused')
  })

  test('an SVG is refused, because it can contain a program', async () => {
    body = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect(await client.refusal('media.addRemotePicture', { url: `${server.origin}/x` })).toBe('file_refused')
  })

  test('a picture of another machine in the network is refused', async () => {
    const gateway = await createDemoGateway()
    expect(await client.refusal('media.addRemotePicture', { url: `${gateway.origin}/files/x.png` })).toBe(
      'link_refused',
    )
    expect(gateway.requests()).toEqual([])
    await gateway.close()
  })
})
