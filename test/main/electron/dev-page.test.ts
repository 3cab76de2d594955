import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DevPage, devServerOf } from '../../../src/main/dev-page.ts'
import { appResponse } from '../../../src/main/electron/protocols.ts'
import { secureSession } from '../../../src/main/electron/session-security.ts'

let folder: string
let vite: ViteDevServer
let dev: DevPage
let origin: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-dev-electron-'))
  await writeFile(
    join(folder, 'index.html'),
    '<html><head><script>window.begun = 1</script></head><body></body></html>',
  )
  await writeFile(join(folder, 'main.ts'), 'export const answer: number = 42\n')
  vite = await createServer({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    appType: 'mpa',
    server: { host: '127.0.0.1', port: 0 },
  })
  await vite.listen()
  const address = vite.httpServer?.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  origin = `http://127.0.0.1:${address.port}`
  dev = new DevPage({ origin }, 'electron')
})
afterAll(async () => {
  await vite.close()
  await rm(folder, { recursive: true })
})

const asked = (url: string) => ({ url, method: 'GET', headers: { get: () => null } })

describe("the dev server's page in Electron", () => {
  test("is served under the page's own scheme, with a policy that allows only Vite", async () => {
    const page = await appResponse(asked('app://bundle/index.html'), '/nowhere', dev)
    expect(await page.text()).toContain('/@vite/client')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`connect-src ws://127.0.0.1:${new URL(origin).port} media:`)
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+';/)
    expect(policy).toContain("require-trusted-types-for 'script'")
    const code = await appResponse(asked('app://bundle/main.ts?t=1'), '/nowhere', dev)
    expect(await code.text()).toContain('const answer = 42')
  })

  test('is not served to another host, nor if Vite has no such file or is gone', async () => {
    const gone = new DevPage({ origin: 'http://127.0.0.1:9' }, 'electron')
    for (const [url, page] of [
      ['app://other/index.html', dev],
      ['https://bundle/index.html', dev],
      ['app://bundle/nowhere.ts', dev],
      ['app://bundle/index.html', gone],
    ] as const)
      expect((await appResponse(asked(url), '/nowhere', page)).status, url).toBe(404)
  })
})

describe('the network of the page', () => {
  const cancelled = (url: string, socket?: string): boolean | null => {
    let told: boolean | null = null
    secureSession(
      {
        setPermissionRequestHandler: () => undefined,
        setPermissionCheckHandler: () => undefined,
        setDevicePermissionHandler: () => undefined,
        allowNTLMCredentialsForDomains: () => undefined,
        webRequest: {
          onBeforeRequest: (_filter, listener) =>
            listener({ url }, ({ cancel }) => {
              told = cancel
            }),
        },
      },
      async () => false,
      socket,
    )
    return told
  }

  test("the page connects only to the dev server's socket in development, and to nothing otherwise", () => {
    const socket = 'ws://127.0.0.1:5183'
    expect(cancelled(`${socket}/?token=x`, socket)).toBe(false)
    expect(cancelled('ws://127.0.0.1:51830/', socket)).toBe(true)
    expect(cancelled('http://127.0.0.1:5183/', socket)).toBe(true)
    expect(cancelled(`${socket}/?token=x`)).toBe(true)
  })
})

test('a dev server is used only if the app is not packaged, and only on this computer', () => {
  const at = (url: string) => ({ ELECTRON_RENDERER_URL: url })
  expect(devServerOf(false, at('http://127.0.0.1:5183'))).toEqual({ origin: 'http://127.0.0.1:5183' })
  expect(devServerOf(true, at('http://127.0.0.1:5183'))).toBeNull()
  expect(devServerOf(false, at('http://evil.example:5183'))).toBeNull()
  expect(devServerOf(false, at('https://127.0.0.1:5183'))).toBeNull()
  expect(devServerOf(false, at('nonsense'))).toBeNull()
  expect(devServerOf(false, {})).toBeNull()
})
