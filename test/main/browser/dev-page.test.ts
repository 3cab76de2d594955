import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { DevPage, hotPath } from '../../../src/main/dev-page.ts'
import { ask, type Running, startShell } from './running-shell.ts'

const session = { cookie: 'c'.repeat(43), secret: 's'.repeat(43) }
let folder: string
let vite: ViteDevServer
let server: Server
let running: Running
let cookie: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-dev-page-'))
  await writeFile(
    join(folder, 'index.html'),
    '<html><head><script>window.begun = 1</script></head><body><script type="module" src="./main.ts"></script></body></html>',
  )
  await writeFile(join(folder, 'main.ts'), 'const answer: number = 42\nimport.meta.hot?.accept()\nexport { answer }\n')
  const socketPath = join(folder, 'vite.sock')
  server = createHttpServer((request, response) => vite.middlewares(request, response))
  vite = await createServer({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    appType: 'mpa',
    server: { middlewareMode: true, ws: { server, path: hotPath } },
  })
  server.listen(socketPath)
  await once(server, 'listening')
  const dev = new DevPage({ socketPath }, 'browser')
  running = await startShell({ session, files: { renderer: folder, pageBridge: join(folder, 'main.ts'), dev } })
  cookie = await running.signIn()
})
afterAll(async () => {
  await running.stop()
  await vite.close()
  server.close()
  await rm(folder, { recursive: true })
})

/** Opens the socket of changed modules; returns its first message, or the status of its refusal. */
async function openHot(headers: Record<string, string>): Promise<unknown> {
  const token = vite.config.webSocketToken
  const socket = new WebSocket(`ws://127.0.0.1:${running.shell.port}${hotPath}?token=${token}`, 'vite-hmr', { headers })
  return await new Promise((resolve, reject) => {
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode))
    socket.once('error', reject)
    socket.once('message', (data) => {
      resolve(JSON.parse(String(data)))
      socket.terminate()
    })
  })
}

describe("the dev server's page", () => {
  test('is served to a page with a session: with the bridge, as modules, with a policy for its inline scripts', async () => {
    const page = await ask(running.origin, { headers: { cookie } })
    expect(page.body.toString()).toContain('<script src="/page-bridge.js"></script>')
    expect(page.body.toString()).toContain('/@vite/client')
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[\w+/=]+'/)
    expect(page.headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe-inline'")
    expect(page.headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
    const code = await ask(`${running.origin}/main.ts?t=1`, { headers: { cookie } })
    expect(code.headers['content-type']).toContain('javascript')
    expect(code.body.toString()).toContain('const answer = 42')
    expect((await ask(`${running.origin}/nowhere.ts`, { headers: { cookie } })).status).toBe(404)
  })

  test('is not served without a session, nor to another host', async () => {
    for (const path of ['/', '/main.ts', '/@vite/client', `/@fs${folder}/main.ts`, hotPath]) {
      const answer = await ask(running.origin + path)
      expect(answer.status, path).toBe(401)
      expect(answer.body.toString()).not.toContain('answer = 42')
    }
    expect((await ask(`${running.origin}/main.ts`, { headers: { cookie, host: 'evil.example' } })).status).toBe(421)
  })

  test('announces changed modules only to a page with a session', async () => {
    expect(await openHot({ cookie, origin: running.origin })).toEqual({ type: 'connected' })
    expect(await openHot({ origin: running.origin })).toBe(403)
    expect(await openHot({ cookie, origin: 'http://evil.example' })).toBe(403)
    expect(await openHot({ cookie })).toBe(403)
  })
})

describe('the one session of development', () => {
  test('every link leads to the one development session, which is valid before the first link', async () => {
    const again = await startShell({ session })
    const kept = `atelier_${again.shell.port}=${session.cookie}`
    expect((await ask(again.origin, { headers: { cookie: kept } })).status).toBe(200)
    expect([await again.signIn(), await again.secret()]).toEqual([kept, session.secret])
    await again.stop()
  })

  test('the development session has to be requested: otherwise every page gets its own', async () => {
    const usual = await startShell()
    expect(
      (await ask(usual.origin, { headers: { cookie: `atelier_${usual.shell.port}=${session.cookie}` } })).status,
    ).toBe(401)
    expect(await usual.secret()).not.toBe(await usual.secret())
    await usual.stop()
  })
})
