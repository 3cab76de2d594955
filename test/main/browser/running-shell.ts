import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import type { App } from '../../../src/main/application.ts'
import { bridgeProtocol, secretFragment } from '../../../src/main/browser/bridge-frames.ts'
import { BrowserShell, type BrowserShellOptions } from '../../../src/main/browser/browser-shell.ts'
import { claimDataFolder, prepareDataFolder } from '../../../src/main/data-folder.ts'
import type { ImportedFile } from '../../../src/main/media/imports.ts'
import type { StoredMedia } from '../../../src/main/media/library.ts'
import type { Platform } from '../../../src/main/platform.ts'
import { createMemorySecrets } from '../../../src/main/secrets/memory.ts'
import { ok } from '../../../src/shared/ipc/result.ts'
import { defaultSettings } from '../../../src/shared/settings.ts'

export const indexPage = '<!doctype html><html><head><title>Atelier</title></head><body></body></html>'

/** A small real App: `echo` answers with its input, `wait` answers when released, `restart` requests a restart. */
export class SmallApp implements App {
  readonly imported: ImportedFile[] = []
  readonly media = new Map<string, StoredMedia>()
  readonly release = Promise.withResolvers<void>()
  readonly waiting = Promise.withResolvers<void>()
  closed = 0
  readonly platform: Platform
  readonly arrivals = { addLink: () => undefined, addFile: () => undefined }

  constructor(platform: Platform) {
    this.platform = platform
  }

  async call(name: unknown, input: unknown) {
    if (name === 'wait') {
      this.waiting.resolve()
      await this.release.promise
    }
    if (name === 'restart') this.platform.restart()
    if (name === 'throw') throw new Error('App.call must not do this')
    return ok({ name, input })
  }

  importFile(file: ImportedFile): string {
    this.imported.push(file)
    return `token-${this.imported.length}`
  }

  findMedia(id: string): StoredMedia | null {
    return this.media.get(id) ?? null
  }

  leaving(): ReturnType<App['leaving']> {
    return { interrupted: 0, cancelled: 0, goingOn: 0, unkept: 0 }
  }

  stayed(): void {}

  recentChats(): ReturnType<App['recentChats']> {
    return []
  }

  readonly settings = { get: () => defaultSettings, onChange: () => undefined, updateSettings: () => defaultSettings }

  flush(): void {}

  reportFault(): void {
    this.platform.events.emit('notices.changed', [{ code: 'unexpected_fault' }])
  }

  async close(): Promise<void> {
    this.closed++
  }
}

export interface Running {
  readonly shell: BrowserShell
  readonly data: string
  readonly apps: SmallApp[]
  readonly origin: string
  /** Signs in like a browser, and returns the cookie. */
  signIn(): Promise<string>
  /** Signs in, and returns the secret for the page. */
  secret(): Promise<string>
  app(): SmallApp
  stop(): Promise<void>
}

/** Starts the real browser shell on a free port with a small app and a small page. */
export async function startShell(more: Partial<BrowserShellOptions> = {}): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-shell-'))
  const data = join(folder, 'data')
  const renderer = join(folder, 'renderer')
  await mkdir(join(renderer, 'assets'), { recursive: true })
  await writeFile(join(renderer, 'index.html'), indexPage)
  await writeFile(join(renderer, 'assets', 'main-abc123.js'), 'export {}')
  await writeFile(join(folder, 'secret.js'), 'not served')
  await writeFile(join(folder, 'page-bridge.cjs'), 'var bridge = 1')
  await prepareDataFolder(data)
  const claimed = await claimDataFolder(data, 'browser')
  if (!claimed.claimed) throw new Error('the data folder is taken')
  const apps: SmallApp[] = []
  const shell = await BrowserShell.start({
    data,
    claim: claimed.claim,
    port: 0,
    demo: false,
    version: '0.0.0',
    resources: folder,
    files: { renderer, pageBridge: join(folder, 'page-bridge.cjs') },
    environment: {},
    secrets: createMemorySecrets(),
    log: () => undefined,
    onBroken: () => undefined,
    compose: async (platform) => {
      const app = new SmallApp(platform)
      apps.push(app)
      return app
    },
    ...more,
  })
  const origin = `http://127.0.0.1:${shell.port}`
  const enter = () => ask(shell.link())
  return {
    shell,
    data,
    apps,
    origin,
    async signIn() {
      const cookie = (await enter()).headers['set-cookie']?.[0]?.split(';')[0]
      if (cookie === undefined) throw new Error('no session was given')
      return cookie
    },
    async secret() {
      const secret = (await enter()).headers.location?.split(secretFragment)[1]
      if (secret === undefined) throw new Error('no session was given')
      return secret
    },
    app() {
      const app = apps.at(-1)
      if (app === undefined) throw new Error('no app was composed')
      return app
    },
    async stop() {
      await shell.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export interface Asked {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** A request exactly as given: unlike `fetch`, with any Host, Origin and path. */
export async function ask(
  url: string,
  options: { method?: string; headers?: Record<string, string>; path?: string; body?: Buffer } = {},
): Promise<Asked> {
  return await new Promise((resolve, reject) => {
    const sent = request(url, {
      method: options.method ?? 'GET',
      headers: options.headers ?? {},
      ...(options.path === undefined ? {} : { path: options.path }),
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.end(options.body)
  })
}

/** Opens the bridge like a page; rejects when it is refused. */
export async function openBridge(
  running: Running,
  headers: Record<string, string> = {},
  secret?: string,
): Promise<WebSocket> {
  const protocols = [bridgeProtocol, secret ?? (await running.secret())]
  const socket = new WebSocket(`ws://127.0.0.1:${running.shell.port}/bridge`, protocols, {
    headers: { origin: running.origin, ...headers },
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  return socket
}

/** The next frame, parsed. */
export async function nextFrame(socket: WebSocket): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    socket.once('message', (data) => resolve(JSON.parse(String(data))))
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)))
  })
}

export async function closeCode(socket: WebSocket): Promise<number> {
  return await new Promise((resolve) => {
    socket.once('close', (code) => resolve(code))
  })
}
