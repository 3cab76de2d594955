import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { decodePng, encodePng } from '../../src/demo-gateway/images/png.ts'
import type { Raster } from '../../src/demo-gateway/images/raster.ts'
import { createTestClock, json, send, startGateway } from './gateway-under-test.ts'

const clock = createTestClock()
const gateway = await startGateway({ now: clock.now })
const client = new OpenAI({ apiKey: gateway.key, baseURL: gateway.baseUrl, maxRetries: 0 })
const generate = (more: Record<string, unknown> = {}, faults = '') =>
  send(
    gateway,
    '/v1/images/generations',
    { model: 'demo-image-free', prompt: 'a quiet harbour', size: '32x24', ...more },
    { 'x-demo-fault': faults },
  )
const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())

describe('generating images', () => {
  it('makes PNG files of exactly the requested size, as links that need no key', async () => {
    const { data } = await client.images.generate({
      model: 'demo-image-classic',
      prompt: 'a harbour',
      size: '256x256',
      n: 2,
    })
    const files = await Promise.all((data ?? []).map((item) => bytesOf(item.url ?? '')))
    expect(files).toHaveLength(2)
    for (const file of files) expect(await decodePng(file)).toMatchObject({ width: 256, height: 256, channels: 3 })
    expect(files[0]?.equals(files[1] ?? Buffer.alloc(0))).toBe(false)
    expect(data?.[0]?.revised_prompt).toContain('a harbour')
  })

  it('sends the same picture as base64, and an equal one for an equal prompt', async () => {
    const asText = (await json(generate({ response_format: 'b64_json' }))).data[0]
    const asLink = (await json(generate())).data[0]
    expect(asText).not.toHaveProperty('url')
    expect(Buffer.from(asText.b64_json, 'base64').equals(await bytesOf(asLink.url))).toBe(true)
  })

  it('a link expires after a while', async () => {
    const { url } = (await json(generate())).data[0]
    clock.advance(61 * 60 * 1000)
    expect((await fetch(url)).status).toBe(404)
  })

  it('serves byte ranges of an image', async () => {
    const { url } = (await json(generate())).data[0]
    const whole = await bytesOf(url)
    const part = await fetch(url, { headers: { range: 'bytes=1-3' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1-3/${whole.length}`])
    expect(await part.text()).toBe('PNG')
    expect((await fetch(url, { headers: { range: `bytes=${whole.length}-` } })).status).toBe(416)
    const tail = await fetch(url, { headers: { range: 'bytes=-4' } })
    expect(Buffer.from(await tail.arrayBuffer()).equals(whole.subarray(-4))).toBe(true)
  })

  it.each([
    ['demo-image-hd', '1792x1024', 200],
    ['demo-image-hd', '512x512', 400],
    ['demo-image-classic', '1792x1024', 400],
    ['demo-image-2', '1024x1536', 200],
    ['demo-image-2', '1024x1792', 400],
    ['demo-image-free', '640x16', 200],
    ['demo-image-free', '4096x16', 400],
    ['demo-image-free', 'large', 400],
  ])('%s at %s answers %d', async (model, size, status) => {
    expect((await generate({ model, size })).status).toBe(status)
  })

  it.each([
    ['prompt', { prompt: ' ' }],
    ['n', { n: 11 }],
    ['quality', { quality: 'best' }],
    ['response_format', { response_format: 'png' }],
    ['model', { model: 'demo-chat' }],
  ])('refuses an image request with a wrong %s', async (param, more) => {
    const answer = await generate(more)
    expect(answer.status).toBe(400)
    expect((await json(answer)).error.param).toBe(param)
  })

  it('drawing a large picture lets other requests run in between', async () => {
    let turns = 0
    let drawing = true
    const turn = () => {
      turns += 1
      if (drawing) setImmediate(turn)
    }
    setImmediate(turn)
    await generate({ model: 'demo-image-hd', size: '1792x1024' })
    drawing = false
    expect(turns).toBeGreaterThan(20)
  })
})

describe('image faults', () => {
  const dataOf = async (fault: string, more = {}) => (await json(generate(more, fault))).data

  it('fewer: sends fewer images than requested', async () => {
    expect(await dataOf('fewer', { n: 3 })).toHaveLength(2)
    expect(await dataOf('fewer;count=0', { n: 3 })).toEqual([])
  })

  it('dead-link: the link of an image answers 404', async () => {
    expect((await fetch((await dataOf('dead-link'))[0].url)).status).toBe(404)
  })

  it('redirect-link: the link of an image redirects', async () => {
    const { url } = (await dataOf('redirect-link'))[0]
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(302)
    expect(await decodePng(await bytesOf(url))).toMatchObject({ width: 32 })
  })

  it('not-image: the link of an image returns other content', async () => {
    const answer = await fetch((await dataOf('not-image'))[0].url)
    expect(answer.headers.get('content-type')).toContain('text/html')
  })

  it('slow-link: the bytes of an image arrive slowly', async () => {
    const before = performance.now()
    await bytesOf((await dataOf('slow-link;ms=80'))[0].url)
    expect(performance.now() - before).toBeGreaterThan(75)
  })

  it('cut-link: the bytes of an image end too early', async () => {
    await expect(bytesOf((await dataOf('cut-link'))[0].url)).rejects.toThrow('terminated')
  })

  it('mixed: sends links and base64 in one answer', async () => {
    const [one, two] = await dataOf('mixed', { n: 2 })
    expect([Object.keys(one)[0], Object.keys(two)[0]]).toEqual(['url', 'b64_json'])
  })

  it('data-prefix adds a prefix to base64, and no-data leaves the data out', async () => {
    expect((await dataOf('data-prefix', { response_format: 'b64_json' }))[0].b64_json).toMatch(
      /^data:image\/png;base64,/,
    )
    expect(await dataOf('no-data')).toEqual([{}])
  })
})

describe('editing an image', () => {
  const source: Raster = {
    width: 16,
    height: 12,
    channels: 3,
    pixels: Uint8Array.from({ length: 576 }, (_, at) => at % 251),
  }
  const inside = (pixel: number) => pixel % 16 < 8
  const mask: Raster = {
    width: 16,
    height: 12,
    channels: 4,
    // Half-transparent pixels do not count as part of the region.
    pixels: Uint8Array.from({ length: 768 }, (_, at) => (at % 4 < 3 ? 0 : inside(at >> 2) ? 0 : 128)),
  }
  const form = async (parts: Record<string, string | Raster | Buffer>) => {
    const data = new FormData()
    const all = { model: 'demo-image-classic', prompt: 'a boat', response_format: 'b64_json', ...parts }
    for (const [name, value] of Object.entries(all)) {
      if (typeof value === 'string') data.set(name, value)
      else {
        const bytes = Buffer.isBuffer(value) ? value : await encodePng(value)
        data.set(name, new File([new Uint8Array(bytes)], `${name}.png`, { type: 'image/png' }))
      }
    }
    return data
  }
  const edit = async (parts: Record<string, string | Raster | Buffer>) =>
    send(gateway, '/v1/images/edits', await form(parts))
  const results = async (parts: Record<string, string | Raster | Buffer>): Promise<Raster[]> => {
    const { data } = await json(edit(parts))
    return Promise.all(data.map((item: { b64_json: string }) => decodePng(Buffer.from(item.b64_json, 'base64'))))
  }

  it('changes the pixels under the transparent part of the mask, and no others', async () => {
    const edited = await results({ image: source, mask, n: '2' })
    expect(edited).toHaveLength(2)
    for (const { pixels } of edited) {
      for (let pixel = 0; pixel < 192; pixel += 1) {
        const same = [0, 1, 2].every((channel) => pixels[pixel * 3 + channel] === source.pixels[pixel * 3 + channel])
        expect(same).toBe(!inside(pixel))
      }
    }
  })

  it('changes the whole picture without a mask, and keeps alpha channels', async () => {
    const clear: Raster = { width: 3, height: 2, channels: 4, pixels: new Uint8Array(24).fill(9) }
    const [edited] = await results({ image: clear })
    expect(edited).toMatchObject({ width: 3, height: 2, channels: 4 })
    expect(edited?.pixels.every((value) => value !== 9)).toBe(true)
  })

  it('an edit through the SDK has the requested size', async () => {
    const file = new File([new Uint8Array(await encodePng(source))], 'source.png', { type: 'image/png' })
    const { data } = await client.images.edit({
      model: 'demo-image-classic',
      image: file,
      prompt: 'a boat',
      size: '256x256',
    })
    expect(await decodePng(await bytesOf(data?.[0]?.url ?? ''))).toMatchObject({ width: 256, height: 256 })
  })

  it.each([
    ['mask', () => ({ image: source, mask: { ...mask, width: 12, height: 16 } })],
    ['mask', () => ({ image: source, mask: Buffer.from('no picture at all') })],
    ['image', () => ({ image: Buffer.from('no picture at all') })],
    ['image', () => ({})],
    ['prompt', () => ({ image: source, prompt: '' })],
    ['size', () => ({ image: source, size: '300x300' })],
    ['n', () => ({ image: source, n: 'many' })],
  ])('refuses a wrong %s', async (param, parts) => {
    const answer = await edit(parts())
    expect(answer.status).toBe(400)
    expect((await json(answer)).error.param).toBe(param)
  })

  it('an edit as JSON is refused', async () => {
    expect((await send(gateway, '/v1/images/edits', { model: 'demo-image-2' })).status).toBe(400)
  })

  it("the record holds the fields of an edit's form", async () => {
    await edit({ image: source })
    expect(gateway.requests().at(-1)).toMatchObject({
      model: 'demo-image-classic',
      form: { prompt: 'a boat', image: { fileName: 'image.png', sha256: expect.any(String) } },
    })
  })
})
