import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../src/demo-gateway/server.ts'
import { readImages } from '../../../src/main/gateway/image-answer.ts'
import type { ImagePiece } from '../../../src/main/gateway/image-pieces.ts'
import { type EditFiles, requestImages } from '../../../src/main/gateway/images.ts'
import { fetchResultPicture } from '../../../src/main/gateway/remote-picture.ts'
import { readPicture } from '../../../src/main/media/picture.ts'
import { toPng } from '../../../src/main/media/picture-conversion.ts'
import type { Fetch } from '../../../src/main/platform.ts'
import { AppFailure } from '../../../src/shared/errors.ts'
import type { ImageRequest } from '../../../src/shared/image.ts'
import { pretendedLinkFetch, testedFetch } from '../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer } from '../../fakes/loopback-server.ts'
import { pictures } from '../../fakes/pictures.ts'

const asked: ImageRequest = {
  connectionId: 'c',
  model: 'demo-image-free',
  prompt: 'a quiet harbour',
  n: 2,
  size: '32x24',
  quality: null,
  responseFormat: null,
  edit: null,
}

let gateway: DemoGateway
beforeEach(async () => {
  gateway = await createDemoGateway({})
})
afterEach(() => gateway.close())

const access = (faults = '') => ({
  baseUrl: faults === '' ? gateway.baseUrl : gateway.baseUrl.replace('/v1', `/faults/${faults}/v1`),
  apiKey: gateway.key,
})
const never = new AbortController().signal
const request = (change: Partial<ImageRequest> = {}, faults = '', files: EditFiles | null = null, signal = never) =>
  requestImages(access(faults), { ...asked, ...change }, files, { fetch: testedFetch, signal })

async function pieces(...parameters: Parameters<typeof request>): Promise<readonly ImagePiece[]> {
  const answer = await request(...parameters)
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value.pieces
}
async function refusal(...parameters: Parameters<typeof request>): Promise<string> {
  const answer = await request(...parameters)
  return answer.ok ? 'ok' : answer.error.code
}
const kinds = (found: readonly ImagePiece[]) => found.map(({ kind }) => kind)
function sizeOf(piece: ImagePiece | undefined) {
  const picture = piece?.kind === 'bytes' ? readPicture(piece.bytes) : null
  return picture && [picture.mime, picture.width, picture.height]
}

describe('a request for images', () => {
  test('a request for images carries only the chosen parameters', async () => {
    await pieces()
    await pieces({ size: null, n: 1, quality: 'hd', responseFormat: 'b64_json' })
    expect(gateway.requests().map(({ body }) => body)).toMatchObject([
      { model: 'demo-image-free', prompt: 'a quiet harbour', n: 2, size: '32x24' },
      { n: 1, quality: 'hd', response_format: 'b64_json' },
    ])
    const [first, second] = gateway.requests()
    expect(Object.keys(first?.body ?? {}).sort()).toEqual(['model', 'n', 'prompt', 'size'])
    expect(Object.keys(second?.body ?? {})).not.toContain('size')
  })

  test('accepts links, base64, base64 with a prefix, both mixed, and fewer images than requested', async () => {
    expect(kinds(await pieces())).toEqual(['link', 'link'])
    const [one, two] = await pieces({ responseFormat: 'b64_json' })
    expect([sizeOf(one), sizeOf(two)]).toEqual([
      ['image/png', 32, 24],
      ['image/png', 32, 24],
    ])
    expect(sizeOf((await pieces({ responseFormat: 'b64_json' }, 'data-prefix'))[0])).toEqual(['image/png', 32, 24])
    expect(kinds(await pieces({ n: 4 }, 'mixed'))).toEqual(['link', 'bytes', 'link', 'bytes'])
    expect(kinds(await pieces({ n: 4 }, 'fewer'))).toEqual(['link', 'link', 'link'])
    expect(kinds(await pieces({}, 'no-data'))).toEqual(['nothing', 'nothing'])
    expect((await pieces())[0]?.revisedPrompt).toContain('a quiet harbour, ')
  })

  test.each([
    ['fail;status=500', 'server_error'],
    ['fail;status=503', 'unavailable'],
    ['rate-limit', 'rate_limited'],
    ['quota', 'quota'],
    ['html', 'not_a_gateway'],
    ['empty', 'empty_answer'],
    ['truncated', 'cut_short'],
    ['foreign;body=array', 'not_a_gateway'],
    ['reset', 'connection_lost'],
    ['hang-up', 'connection_lost'],
    ['redirect', 'redirected'],
  ])('a request that meets %s is a %s, and was sent once', async (fault, code) => {
    expect([await refusal({ n: 1 }, fault), gateway.requests().length]).toEqual([code, 1])
  })

  test('never shows a key that the gateway quotes', async () => {
    const answer = await requestImages({ ...access(), apiKey: 'sk-secret-canary-123456' }, asked, null, {
      fetch: testedFetch,
      signal: never,
    })
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_key' } })
    expect(JSON.stringify(answer)).not.toContain('canary')
  })

  test('a request for images can be cancelled', async () => {
    const stop = new AbortController()
    const answer = refusal({}, 'delay;ms=60000', null, stop.signal)
    stop.abort()
    expect(await answer).toBe('cancelled')
  })
})

describe('an answer with images is read liberally', () => {
  const picture = 'iVBORw0KGgo'
  const link = 'https://public.example/a.png'
  test.each([
    ['NaN', `{"created":NaN,"data":[{"url":"${link}"}]}`, ['link'], null],
    ['a list alone', `[{"url":"${link}"}]`, ['link'], null],
    ['images', `{"images":[{"image_url":{"url":"${link}"}}]}`, ['link'], null],
    ['an item without a list', `{"data":{"b64_json":"${picture}"}}`, ['bytes'], null],
    ['one level down', `{"data":{"images":["${link}"]}}`, ['link'], null],
    ['one picture at the top', `{"b64_json":"${picture}"}`, ['bytes'], null],
    [
      'in a stream',
      `event: x\ndata: {"type":"image_generation.completed","b64_json":"${picture}"}\n\ndata: [DONE]\n\n`,
      ['bytes'],
      null,
    ],
    [
      'words behind it',
      `{"data":[{"url":"${link}"}]} bye`,
      ['link'],
      { also: [{ what: 'rest', text: 'bye' }], skipped: 0 },
    ],
    [
      'an item that is none',
      `{"data":[{"url":"${link}"},{"text":"a poem"}]}`,
      ['link', 'nothing'],
      { also: [{ what: 'item', text: '{"text":"a poem"}' }], skipped: 0 },
    ],
    [
      'the second breaks off',
      `{"data":[{"b64_json":"${picture}"},{"b64_json":"iVBOR`,
      ['bytes'],
      { also: [{ what: 'item', text: 'b64_json: iVBOR' }], skipped: 0 },
    ],
  ])('reads images liberally: %s', (_, body, expected, leftovers) => {
    const answer = readImages(body, [], 2)
    expect([kinds(answer.pieces), answer.leftovers]).toEqual([expected, leftovers])
  })

  test.each([
    ['links', JSON.stringify({ url: link })],
    ['pictures', JSON.stringify({ b64_json: picture })],
    ['items that are none', JSON.stringify({ text: 'a poem' })],
    ['texts', JSON.stringify(link)],
  ])('two million %s for one request are limited, and the rest is reported', (_, item) => {
    const body = `{"data":[{"url":"${link}"},${`${item},`.repeat(2_000_000)}null]}`
    const answer = readImages(body, [], 1)
    expect(answer.pieces.length).toBeGreaterThan(1)
    expect(answer.pieces.length).toBeLessThan(50)
    const { also = [] } = answer.leftovers ?? {}
    expect(also.length).toBeGreaterThan(0)
    expect(JSON.stringify(also).length).toBeLessThan(1_000_000)
  })

  test('a picture after invalid items is accepted', () => {
    const answer = readImages(`{"data":[${'{"text":"a poem"},'.repeat(500)}{"url":"${link}"}]}`, [], 1)
    expect(kinds(answer.pieces).filter((kind) => kind === 'link')).toEqual(['link'])
  })

  test('a link of a million characters is ignored and reported', () => {
    const answer = readImages(
      `{"data":[{"url":"${link}"},{"url":"https://x.example/${'a'.repeat(1_000_000)}"}]}`,
      [],
      2,
    )
    expect(kinds(answer.pieces)).toEqual(['link', 'nothing'])
    expect(answer.leftovers?.also[0]?.text.length).toBeLessThanOrEqual(20_000)
  })

  test('an error next to pictures is the reason for fewer of them', () => {
    expect(readImages(`{"data":[{"url":"${link}"}],"error":{"message":"two were refused"}}`, [], 2)).toMatchObject({
      reason: 'two were refused',
    })
  })
})

describe('an edit', async () => {
  const source = (await toPng(pictures.jpeg)).bytes

  test('an edit is sent as a form with the picture, the mask and only parameters of edits', async () => {
    const files = { source, mask: source, others: [], field: 'image[]' } as const
    const found = await pieces({ size: null, n: 1, quality: 'hd', responseFormat: 'b64_json' }, '', files)
    expect(found).toHaveLength(1)
    const [sent] = gateway.requests()
    expect(sent?.path).toBe('/v1/images/edits')
    expect(Object.keys(sent?.form ?? {}).sort()).toEqual(['image', 'mask', 'model', 'n', 'prompt'])
  })

  test('an edit without a mask sends none, and a size only if one was chosen', async () => {
    await pieces({ size: '64x64', n: 1 }, '', { source, mask: null, others: [], field: 'image[]' })
    expect(Object.keys(gateway.requests()[0]?.form ?? {}).sort()).toEqual(['image', 'model', 'n', 'prompt', 'size'])
  })
})

describe('a result behind a link', () => {
  const servers: LoopbackServer[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close()
  })
  async function serve(...parameters: Parameters<typeof loopbackServer>): Promise<LoopbackServer> {
    const server = await loopbackServer(...parameters)
    servers.push(server)
    return server
  }
  async function download(url: string, gatewayUrl = 'https://gateway.example/v1', io: { fetch?: Fetch } = {}) {
    try {
      const bytes = await fetchResultPicture(url, {
        fetch: io.fetch ?? testedFetch,
        gatewayUrl,
        signal: never,
        linkFetch: pretendedLinkFetch(
          async (host) => [host === 'public.example' ? '93.184.216.34' : host],
          io.fetch ?? testedFetch,
        ),
      })
      return bytes.byteLength
    } catch (cause) {
      if (cause instanceof AppFailure) return cause.error.code
      throw cause
    }
  }

  test('a linked result is fetched from the gateway’s own host, without its key', async () => {
    const [piece] = await pieces()
    if (piece?.kind !== 'link') throw new Error('no link')
    expect(await download(piece.url, gateway.baseUrl)).toBeGreaterThan(50)
    expect(gateway.requests().at(-1)?.headers ?? {}).not.toHaveProperty('authorization')
  })

  test.each([
    ['dead-link', 'link_expired'],
    ['not-image', 'not_a_picture'],
    ['cut-link', 'connection_lost'],
  ])('a linked result that meets %s is a %s', async (fault, code) => {
    const [piece] = await pieces({}, fault)
    expect(await download(piece?.kind === 'link' ? piece.url : '', gateway.baseUrl)).toBe(code)
  })

  test('a linked result is not fetched from another private host, nor from another port of the gateway', async () => {
    const server = await serve((_request, response) => response.end(pictures.png))
    expect(await download(`${server.origin}/x.png`)).toBe('link_refused')
    expect(await download(`${server.origin}/x.png`, gateway.baseUrl)).toBe('link_refused')
    const redirecting = await serve((_request, response) =>
      response.writeHead(302, { location: `${server.origin}/x.png` }).end(),
    )
    expect(await download(redirecting.origin, redirecting.origin)).toBe('link_refused')
    expect(server.paths).toEqual([])
  })

  test.each([
    'http://10.0.0.1/x.png',
    'http://localhost/x.png',
    'file:///etc/passwd',
    'data:text/html,x',
    'ftp://public.example/x',
  ])('a linked result does not follow a redirect to %s', async (location) => {
    const asked: string[] = []
    const redirecting: Fetch = async (input) => {
      asked.push(String(input))
      return new Response(null, { status: 302, headers: { location } })
    }
    expect(await download('https://public.example/x.png', undefined, { fetch: redirecting })).toBe('link_refused')
    expect(asked).toEqual(['https://public.example/x.png'])
  })

  test('a result of 300 MB is refused by its declared length, or once it is too long', async () => {
    const announced = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': String(300 * 1024 * 1024) })
      response.write(pictures.png)
    })
    expect(await download(announced.origin, announced.origin)).toBe('result_too_large')
    let sent = 0
    const endless = await serve((_request, response) => {
      const chunk = Buffer.alloc(1024 * 1024)
      const more = (): void => {
        while (!response.destroyed && sent < 300 && response.write(chunk)) sent += 1
      }
      response.on('drain', more)
      more()
    })
    expect(await download(endless.origin, endless.origin)).toBe('result_too_large')
    expect(sent).toBeLessThan(120)
  })

  test('a result of a busy host can be requested again', async () => {
    const server = await serve((_request, response) => response.writeHead(503).end())
    expect(await download(server.origin, server.origin)).toBe('unavailable')
  })
})
