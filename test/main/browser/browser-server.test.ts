import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askForLink } from '../../../src/main/browser/first-instance.ts'
import { uploadFolder } from '../../../src/main/browser/import-upload.ts'
import { readInstance } from '../../../src/main/data-folder.ts'
import { contentSecurityPolicy } from '../../../src/main/security/csp.ts'
import { ask, indexPage, type Running, startShell } from './running-shell.ts'

let running: Running
let cookie: string
let secret: string

beforeAll(async () => {
  running = await startShell()
  cookie = await running.signIn()
  secret = await running.secret()
})
afterAll(async () => await running.stop())

describe('the sessions of the browser server', () => {
  it('turns a link once into a page secret and a cookie that scripts and other sites cannot use', async () => {
    const link = running.shell.link()
    const first = await ask(link)
    expect(first.status).toBe(303)
    expect(first.headers.location).toMatch(/^\/#session=[\w-]{43}$/)
    expect(first.headers['set-cookie']?.[0]).toMatch(
      new RegExp(`^atelier_${running.shell.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
    )
    const second = await ask(link)
    expect(second.status).toBe(401)
    expect(second.headers['set-cookie']).toBeUndefined()
  })

  it('explains in English and Chinese what to do without a session, at any address', async () => {
    for (const path of [
      '/',
      '/assets/main-abc123.js',
      '/media/x',
      '/preview/page',
      '/import',
      '/nowhere',
      '/?token=wrong',
    ]) {
      const answer = await ask(running.origin + path)
      expect(answer.status, path).toBe(401)
      expect(answer.body.toString()).toContain('npm start')
      expect(answer.body.toString()).toContain('链接')
    }
    const guessed = await ask(running.origin, { headers: { cookie: `atelier_${running.shell.port}=guess` } })
    expect(guessed.status).toBe(401)
  })

  it('a browser that preloads does not use the link up', async () => {
    const link = running.shell.link()
    expect((await ask(link, { headers: { 'sec-purpose': 'prefetch;prerender' } })).status).toBe(403)
    expect((await ask(link, { method: 'HEAD' })).status).toBe(401)
    expect((await ask(link)).status).toBe(303)
  })

  it('redirects a link from another site by a page, because Strict cookies do not follow such a redirect', async () => {
    const answer = await ask(running.shell.link(), { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(answer.status).toBe(200)
    expect(answer.headers['set-cookie']).toHaveLength(1)
    expect(answer.body.toString()).toMatch(/url=\/#session=[\w-]{43}"/)
  })

  const renewed = (headers: Record<string, string>) =>
    ask(`${running.origin}/session`, { method: 'POST', headers: { origin: running.origin, ...headers } })

  it('renews the cookie only for a page with its secret', async () => {
    const answer = await renewed({ 'x-atelier-session': secret })
    const given = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    expect((await ask(running.origin, { headers: { cookie: given } })).status).toBe(200)
    const refused = [
      await renewed({ cookie }),
      await renewed({ 'x-atelier-session': cookie.split('=')[1] ?? '' }),
      await renewed({ 'x-atelier-session': secret, origin: 'http://127.0.0.1:1' }),
      await ask(`${running.origin}/session`, { headers: { 'x-atelier-session': secret } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 403, 403])
    expect(refused.map(({ headers }) => headers['set-cookie'])).toEqual([undefined, undefined, undefined, undefined])
  })

  it('finds the session among all cookies that other ports can set', async () => {
    const flood = Array.from({ length: 180 }, (_, at) => `flood${at}=${'x'.repeat(4_000)}`)
    const name = cookie.split('=')[0] ?? ''
    const all = [`${name}=`, ...flood, `${name}=garbage`, cookie].join('; ')
    expect((await ask(running.origin, { headers: { cookie: all } })).status).toBe(200)
    expect((await ask(running.origin, { headers: { cookie: all.replace(cookie, '') } })).status).toBe(401)
  })

  it('each window has a secret name', async () => {
    const first = new URL(running.shell.windowLink())
    expect(first.hostname).toMatch(/^atelier-[\da-f]{16}\.localhost$/)
    const path = first.pathname + first.search
    expect((await ask(running.origin, { path, headers: { host: first.host } })).status).toBe(303)
    const guessed = `atelier-${'0'.repeat(16)}.localhost:${running.shell.port}`
    expect((await ask(running.origin, { headers: { host: guessed, cookie } })).status).toBe(421)
  })
})

describe('the check of who sent a request', () => {
  it.each(['evil.example', '127.0.0.1', '127.0.0.1:1', 'localhost.evil.example', '[::1]'])(
    'refuses the host %j (DNS rebinding)',
    async (host) => {
      const answer = await ask(running.origin, { headers: { host, cookie } })
      expect(answer.status).toBe(421)
      expect(answer.body.toString()).not.toContain('<html')
    },
  )

  it('gives a link only to clients that know the secret, and never to a browser', async () => {
    const first = await readInstance(running.data)
    if (first === null) throw new Error('no instance.json')
    expect(first).toMatchObject({ shell: 'browser', port: running.shell.port, pid: process.pid })
    const link = await askForLink(first)
    expect((await ask(link ?? '')).status).toBe(303)
    expect(await askForLink(first, 'window')).toMatch(/^http:\/\/atelier-[\da-f]{16}\.localhost:\d+\/\?token=/)
    const path = `${running.origin}/instance/link`
    const known = { 'x-atelier-instance': first.secret }
    expect((await ask(path, { method: 'POST' })).status).toBe(403)
    expect((await ask(path, { method: 'POST', headers: { 'x-atelier-instance': 'x' } })).status).toBe(403)
    expect((await ask(path, { method: 'GET', headers: known })).status).toBe(403)
    expect((await ask(path, { method: 'POST', headers: { ...known, origin: running.origin } })).status).toBe(403)
    expect(await askForLink({ ...first, secret: 'x'.repeat(43) })).toBeNull()
    expect(await askForLink({ ...first, port: 1 })).toBeNull()
  })

  it('only the owner can read the instance file', async () => {
    expect((await stat(join(running.data, 'instance.json'))).mode & 0o777).toBe(0o600)
  })
})

describe('the served files of the page', () => {
  it('serves the page with the bridge first, its policy and its other headers', async () => {
    const answer = await ask(running.origin, { headers: { cookie } })
    expect(answer.status).toBe(200)
    expect(answer.body.toString()).toBe(
      indexPage.replace('<head>', '<head>\n    <script src="/page-bridge.js"></script>'),
    )
    expect(answer.headers).toMatchObject({
      'content-security-policy': contentSecurityPolicy('browser'),
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cache-control': 'no-cache',
    })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('serves the bridge without leaving names in the page, and hashed files without expiry', async () => {
    const bridge = await ask(`${running.origin}/page-bridge.js`, { headers: { cookie } })
    expect(bridge.body.toString()).toBe('(() => {\nvar bridge = 1\n})()\n')
    expect(bridge.headers['content-type']).toContain('text/javascript')
    const asset = await ask(`${running.origin}/assets/main-abc123.js`, { headers: { cookie } })
    expect(asset.headers['cache-control']).toContain('immutable')
    const head = await ask(`${running.origin}/assets/main-abc123.js`, { method: 'HEAD', headers: { cookie } })
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, '9'])
  })

  it.each([
    '/../secret.js',
    '/%2e%2e/secret.js',
    '/..%2fsecret.js',
    '/assets/..%5c..%5csecret.js',
    '//etc/passwd',
    '/assets/%00.js',
    '/%252e%252e/secret.js',
    '/assets',
    '/nothing.js',
  ])('does not serve %s', async (path) => {
    const answer = await ask(running.origin, { path, headers: { cookie } })
    expect(answer.status).toBe(404)
  })

  it('refuses other HTTP methods', async () => {
    expect((await ask(running.origin, { method: 'DELETE', headers: { cookie } })).status).toBe(405)
  })
})

describe('the served documents of previews', () => {
  it('previews have their own documents, which only the page may frame', async () => {
    const { status, headers } = await ask(`${running.origin}/preview/page`, { headers: { cookie } })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'connection-allowlist': '()',
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
    })
    expect(headers['content-security-policy']).toMatch(/^sandbox allow-scripts; .*frame-ancestors 'self'$/)
    expect((await ask(`${running.origin}/preview/other`, { headers: { cookie } })).status).toBe(404)
  })
})

describe('the served media', () => {
  it('serves media by id, whole and by range', async () => {
    const path = join(running.data, 'clip.bin')
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256))
    await import('node:fs/promises').then(({ writeFile }) => writeFile(path, bytes))
    running.app().media.set('clip', { path, mime: 'video/mp4', bytes: bytes.length })
    const url = `${running.origin}/media/clip`
    const whole = await ask(url, { headers: { cookie } })
    expect(whole.status).toBe(200)
    expect(whole.body.equals(bytes)).toBe(true)
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    const part = await ask(url, { headers: { cookie, range: 'bytes=990-' } })
    expect([part.status, part.headers['content-range'], part.body.length]).toEqual([206, 'bytes 990-999/1000', 10])
    expect((await ask(url, { headers: { cookie, range: 'bytes=1000-' } })).status).toBe(416)
    const head = await ask(url, { method: 'HEAD', headers: { cookie } })
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '1000', 0])
    expect((await ask(`${running.origin}/media/none`, { headers: { cookie } })).status).toBe(404)
  })
})

describe('an upload', () => {
  const upload = (headers: Record<string, string>, body = Buffer.from('bytes')) =>
    ask(`${running.origin}/import`, { method: 'POST', headers: { cookie, ...headers }, body })
  const ours = () => ({ origin: running.origin, 'x-atelier-session': secret })

  it('writes an upload to its own file and answers with a token', async () => {
    const answer = await upload({
      ...ours(),
      'x-atelier-name': encodeURIComponent('../../图片 1.png'),
    })
    expect(JSON.parse(answer.body.toString())).toEqual({ ok: true, value: { token: 'token-1' } })
    const file = running.app().imported.at(-1)
    expect(file).toMatchObject({ name: '图片 1.png', temporary: true })
    expect(file?.path.startsWith(uploadFolder(running.data))).toBe(true)
    expect(await readFile(file?.path ?? '', 'utf8')).toBe('bytes')
    expect((await stat(file?.path ?? '')).mode & 0o777).toBe(0o600)
  })

  it('refuses uploads that another site could send', async () => {
    const name = { 'x-atelier-name': 'a' }
    const imported = running.app().imported.length
    expect((await upload({ ...name, 'x-atelier-session': secret })).status).toBe(403)
    expect((await upload({ ...name, ...ours(), origin: 'https://evil.example' })).status).toBe(403)
    expect((await upload({ ...name, ...ours(), origin: 'null' })).status).toBe(403)
    expect((await upload({ ...name, origin: running.origin })).status).toBe(403)
    expect((await upload({ ...name, ...ours(), 'x-atelier-session': 'guess' })).status).toBe(403)
    expect((await ask(`${running.origin}/import`, { headers: ours() })).status).toBe(405)
    expect(running.app().imported).toHaveLength(imported)
  })

  it('refuses an upload without a name, and reports a too large one at once', async () => {
    expect((await upload(ours())).status).toBe(400)
    expect((await upload({ ...ours(), 'x-atelier-name': '%ff' })).status).toBe(400)
  })
})
