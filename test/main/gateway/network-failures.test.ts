import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { fetchModels } from '../../../src/main/gateway/models.ts'
import { submitVideo } from '../../../src/main/gateway/videos.ts'
import { systemClock } from '../../../src/main/system-clock.ts'
import { testedFetch } from '../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer } from '../../fakes/loopback-server.ts'
import { selfSigned } from '../../fakes/self-signed.ts'

const closing: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server: LoopbackServer = await loopbackServer(answer)
  closing.push(() => server.close())
  return server.origin
}

/** Error codes of a model list and a submission at an address. */
async function codesAt(origin: string): Promise<readonly unknown[]> {
  const access = { baseUrl: `${origin}/v1`, apiKey: 'k' }
  const io = { fetch: testedFetch, clock: systemClock, signal: new AbortController().signal, words: {} }
  const request = { connectionId: 'c', model: 'm', prompt: 'p', duration: 5 } as const
  const answers = [await fetchModels(access, io), await submitVideo(access, request, io)]
  return answers.map((answer) => (answer.ok ? 'ok' : answer.error.code))
}

const both = (code: string) => [code, code]

describe('a failure has the same name over either network', () => {
  test('reports a closed port alike on both networks', async () => {
    const server = await loopbackServer(() => {})
    await server.close()
    expect(await codesAt(server.origin)).toEqual(both('refused'))
  })

  test('reports a host name that does not exist', async () =>
    expect(await codesAt('http://gateway.invalid')).toEqual([
      expect.stringMatching(/^(address_not_found|offline)$/),
      expect.stringMatching(/^(address_not_found|offline)$/),
    ]))

  test('reports a port with another protocol', async () =>
    expect(await codesAt('http://127.0.0.1:6667')).toEqual(both('address_invalid')))

  test('reports a connection reset before the answer', async () => {
    const origin = await serve((request) => void request.socket.resetAndDestroy())
    expect(await codesAt(origin)).toEqual(both('connection_lost'))
  })

  test('reports a connection closed before the answer', async () => {
    const origin = await serve((request) => void request.socket.end())
    expect(await codesAt(origin)).toEqual(both('connection_lost'))
  })

  test('reports an answer that is not HTTP', async () => {
    const server = createServer((socket) => void socket.end('220 mail.example ESMTP\r\n'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => void server.close())
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    expect(await codesAt(`http://127.0.0.1:${address.port}`)).toEqual(both('connection_lost'))
  })

  test('reports a certificate from an unknown issuer', async () => {
    const server = createTlsServer(selfSigned, (_, response) => response.end('{}'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => void server.close())
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    expect(await codesAt(`https://127.0.0.1:${address.port}`)).toEqual(both('tls'))
  })

  test('reports HTTPS to a port that expects HTTP', async () => {
    const origin = await serve((_, response) => void response.end('{}'))
    expect(await codesAt(origin.replace('http:', 'https:'))).toEqual(both('tls'))
  })

  test.each([
    ['cut off', { 'content-length': '1000' }],
    ['cut off in chunks', {}],
  ])('reports a body that is %s', async (_, headers) => {
    const origin = await serve((request, response) => {
      request.resume()
      response.writeHead(200, { 'content-type': 'application/json', ...headers })
      response.write('{"data":', () => response.socket?.destroy())
    })
    expect(await codesAt(origin)).toEqual(both('connection_lost'))
  })

  test('reports a body with a false Content-Encoding', async () => {
    const origin = await serve((request, response) => {
      request.resume()
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('{"data":[]}')
    })
    expect(await codesAt(origin)).toEqual(both('connection_lost'))
  })

  test.each([
    ['elsewhere', 'https://other.example/v1'],
    ['nowhere', 'http://['],
    ['a file', 'file:///etc/passwd'],
  ])('reports a redirect to %s', async (_, location) => {
    const origin = await serve((request, response) => {
      request.resume()
      response.writeHead(302, { location }).end()
    })
    expect(await codesAt(origin)).toEqual(both('redirected'))
  })

  test('reports an unknown status', async () => {
    const origin = await serve((request, response) => {
      request.resume()
      response.writeHead(999, { 'content-type': 'application/json' }).end('{}')
    })
    expect(await codesAt(origin)).toEqual([expect.not.stringMatching(/^ok$/), expect.not.stringMatching(/^ok$/)])
  })

  test('headers and a reason phrase in Chinese are accepted', async () => {
    const server = createServer((socket) => {
      socket.once('data', () =>
        socket.end(
          'HTTP/1.1 200 一切正常\r\nx-request-id: 请求一\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"data":[{"id":"m"}]}',
        ),
      )
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => void server.close())
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const response = await testedFetch(`http://127.0.0.1:${address.port}`)
    // header bytes, one character each, as in fetch
    expect(Buffer.from(response.headers.get('x-request-id') ?? '', 'latin1').toString('utf8')).toBe('请求一')
    expect(await response.json()).toEqual({ data: [{ id: 'm' }] })
  })
})
