import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mediaResponse, type OpenFile } from '../../../src/main/media/media-response.ts'

const bytes = Buffer.alloc(1_000_000, 'Atelier. ')
let folder: string
let path: string
let opened = 0
let closed = 0

/** Opens real files and counts them. */
const counting: OpenFile = async (name) => {
  const file = await open(name, 'r')
  opened++
  return {
    read: file.read.bind(file),
    stat: file.stat.bind(file),
    async close() {
      closed++
      await file.close()
    },
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-media-'))
  path = join(folder, 'clip')
  await writeFile(path, bytes)
})
beforeEach(() => {
  opened = 0
  closed = 0
})
afterAll(async () => await rm(folder, { recursive: true, force: true }))

const get = (range: string | null = null, method = 'GET') =>
  mediaResponse({ method, range }, { path, mime: 'video/mp4', bytes: bytes.length }, counting)

it('answers with the whole file', async () => {
  const response = await get()
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': '1000000',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  })
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  expect([opened, closed]).toEqual([1, 1])
})

it.each([
  ['bytes=5-8', 'bytes 5-8/1000000', 5, 9],
  ['bytes=999990-', 'bytes 999990-999999/1000000', 999_990, 1_000_000],
  ['bytes=-3', 'bytes 999997-999999/1000000', 999_997, 1_000_000],
  ['bytes=1-', 'bytes 1-999999/1000000', 1, 1_000_000],
])('answers %s with the requested part', async (range, contentRange, start, end) => {
  const response = await get(range)
  expect([response.status, response.headers.get('content-range')]).toEqual([206, contentRange])
  expect(response.headers.get('content-length')).toBe(String(end - start))
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(start, end))).toBe(true)
  expect([opened, closed]).toEqual([1, 1])
})

it('answers HEAD, 416, 404 and 405 without a body or an open file', async () => {
  const head = await get(null, 'HEAD')
  expect([head.status, head.headers.get('content-length'), head.body]).toEqual([200, '1000000', null])
  const beyond = await get('bytes=1000000-')
  expect([beyond.status, beyond.headers.get('content-range'), beyond.body]).toEqual([416, 'bytes */1000000', null])
  expect((await get(null, 'POST')).status).toBe(405)
  expect((await mediaResponse({ method: 'GET', range: null }, null, counting)).status).toBe(404)
  const gone = { path: join(folder, 'gone'), mime: 'video/mp4', bytes: 1 }
  expect((await mediaResponse({ method: 'GET', range: null }, gone, counting)).status).toBe(404)
  expect(opened).toBe(closed)
})

it('answers a request for an empty file', async () => {
  const empty = join(folder, 'empty')
  await writeFile(empty, '')
  const response = await mediaResponse(
    { method: 'GET', range: null },
    { path: empty, mime: 'image/png', bytes: 0 },
    counting,
  )
  expect([response.status, await response.text()]).toEqual([200, ''])
  expect(opened).toBe(closed)
})

it('leaks no descriptor when bodies are cancelled, at every point', async () => {
  for (let round = 0; round < 100; round++) {
    const response = await get('bytes=0-')
    const reader = response.body?.getReader()
    for (let read = 0; read < round % 5; read++) await reader?.read()
    // a pending read at cancellation must neither fail nor keep the file open
    const underWay = round % 2 === 0 ? reader?.read() : undefined
    await reader?.cancel()
    await underWay
  }
  expect([opened, closed]).toEqual([100, 100])
})

it('fails the body, and closes, when the file shrinks under it', async () => {
  const shrinking = join(folder, 'shrinking')
  await writeFile(shrinking, bytes)
  const response = await mediaResponse(
    { method: 'GET', range: null },
    { path: shrinking, mime: 'video/mp4', bytes: 1 },
    counting,
  )
  const reader = response.body?.getReader()
  await reader?.read()
  await truncate(shrinking, 10)
  await expect(reader?.read()).rejects.toThrow('shorter')
  expect([opened, closed]).toEqual([1, 1])
})
