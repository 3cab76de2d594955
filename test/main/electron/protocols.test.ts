import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appResponse, handleProtocols, libraryResponse, previewResponse } from '../../../src/main/electron/protocols.ts'
import { contentSecurityPolicy } from '../../../src/main/security/csp.ts'

let folder: string
let renderer: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-protocols-'))
  renderer = join(folder, 'renderer')
  await mkdir(join(renderer, 'assets'), { recursive: true })
  await writeFile(join(renderer, 'index.html'), '<head></head>')
  await writeFile(join(folder, 'secret.js'), 'secret')
  await writeFile(join(folder, 'clip'), '0123456789')
})
afterAll(async () => await rm(folder, { recursive: true, force: true }))

const asked = (url: string, method = 'GET', range: string | null = null) => ({
  url,
  method,
  headers: { get: (name: string) => (name === 'range' ? range : null) },
})

it('serves the built page with its policy (checklist 7)', async () => {
  const response = await appResponse(asked('app://bundle/index.html'), renderer)
  expect([response.status, await response.text()]).toEqual([200, '<head></head>'])
  expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy('electron'))
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect((await appResponse(asked('app://bundle'), renderer)).status).toBe(200)
})

it.each([
  'app://bundle/../secret.js',
  'app://bundle/%2e%2e/secret.js',
  'app://bundle/..%2fsecret.js',
  'app://bundle/..%5csecret.js',
  'app://bundle/assets',
  'app://bundle/nothing.js',
  'app://other/index.html',
  'https://bundle/index.html',
  'nonsense',
])('does not serve %s', async (url) => {
  const response = await appResponse(asked(url), renderer)
  expect([response.status, response.body]).toEqual([404, null])
})

it('serves media only by id and by range', async () => {
  const find = (id: string) => (id === 'abc' ? { path: join(folder, 'clip'), mime: 'video/mp4', bytes: 10 } : null)
  const part = await libraryResponse(asked('media://library/abc', 'GET', 'bytes=7-'), find)
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 7-9/10', '789'])
  // the page's origin differs from the library's, so this header would block pictures
  expect(part.headers.get('cross-origin-resource-policy')).toBeNull()
  for (const url of [
    'media://library/',
    'media://library/x',
    'media://other/abc',
    'media://library/abc?x',
    'nonsense',
  ]) {
    expect((await libraryResponse(asked(url), find)).status, url).toBe(404)
  }
  expect((await libraryResponse(asked('media://library/abc', 'PUT'), find)).status).toBe(405)
})

it('registers a handler for each scheme', async () => {
  const handlers = new Map<string, (request: Request) => Response | Promise<Response>>()
  handleProtocols({ handle: (scheme, handler) => void handlers.set(scheme, handler) }, renderer, () => null)
  expect([...handlers.keys()]).toEqual(['app', 'media', 'preview'])
  expect((await handlers.get('preview')?.(new Request('preview://frame/page')))?.status).toBe(200)
  expect((await handlers.get('app')?.(new Request('app://bundle/')))?.status).toBe(200)
  expect((await handlers.get('media')?.(new Request('media://library/x')))?.status).toBe(404)
})

it('serves the two documents of a preview with their own policies, and nothing else', async () => {
  const page = await previewResponse(asked('preview://frame/page'))
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers.get('content-security-policy')).toMatch(/^sandbox allow-scripts; default-src 'none'; /)
  expect((await previewResponse(asked('preview://frame/diagram'))).status).toBe(200)
  for (const url of ['preview://frame/', 'preview://frame/../page/x', 'preview://frame/page?x', 'preview://other/page'])
    expect((await previewResponse(asked(url))).status, url).toBe(404)
  expect((await previewResponse(asked('preview://frame/page', 'POST'))).status).toBe(405)
})
