import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { encodePng } from '../../src/demo-gateway/images/png.ts'
import { createLinkFetch } from '../../src/main/browser/link-fetch.ts'
import { NodeRoutes } from '../../src/main/browser/routed-fetch.ts'
import type { Launch } from '../../src/main/electron/launch.ts'
import type { ShellParts } from '../../src/main/electron/shell-parts.ts'
import { type Beginning, beginLaunch } from '../../src/main/electron/start.ts'
import type { Platform } from '../../src/main/platform.ts'
import { createMemorySecrets } from '../../src/main/secrets/memory.ts'
import { defaultParameters } from '../../src/shared/chat-limits.ts'
import { Computer } from './electron-app.ts'
import { ElectronHost } from './electron-host.ts'
import type { ElectronWindow } from './electron-window.ts'
import { ManualClock } from './manual-clock.ts'
import { videoRequest } from './videos.ts'

const resources = join(import.meta.dirname, '../../resources')

/**
 * A computer with a home folder to start the Electron shell on: the whole app on real files, over the double of
 * Electron.
 */
export class ShellDesk {
  readonly computer = new Computer()
  readonly home = mkdtempSync(join(tmpdir(), 'atelier-shell-'))
  readonly data = join(this.home, 'data')
  readonly root = join(this.home, 'app')
  readonly shells: RunningShell[] = []
  /** The updater of starts from now on. */
  updater: ShellParts['updater'] = () => null

  constructor() {
    mkdirSync(join(this.root, 'out/renderer'), { recursive: true })
    this.bringPageBack()
    symlinkSync(resources, join(this.root, 'resources'))
  }

  /** Deletes the page's file. */
  losePage(): void {
    rmSync(join(this.root, 'out/renderer/index.html'))
  }

  bringPageBack(): void {
    writeFileSync(join(this.root, 'out/renderer/index.html'), '<!doctype html><title>Atelier</title>')
  }

  /** Starts the app up to, but without, ready. */
  begin(
    os: Platform['os'] = 'linux',
    prepare: (host: ElectronHost) => void = () => undefined,
    launch: Partial<Launch> = {},
  ): RunningShell {
    const host = new ElectronHost(this.computer, this.home)
    prepare(host)
    const about = { data: this.data, chosen: true, demo: true, root: this.root, ...launch }
    const shell = new RunningShell(host, about, os, this.updater)
    this.shells.push(shell)
    return shell
  }

  /** Starts the app up to its window. */
  async start(
    os: Platform['os'] = 'linux',
    prepare: (host: ElectronHost) => void = () => undefined,
    launch: Partial<Launch> = {},
  ): Promise<RunningShell> {
    const shell = this.begin(os, prepare, launch)
    await shell.start()
    return shell
  }

  /** Leaves Chromium's lock of another process. */
  leaveLockOf(holder: string): void {
    mkdirSync(this.data, { recursive: true })
    symlinkSync(holder, join(this.data, 'SingletonLock'))
  }

  /** Answer text in the journal at this moment, as another process reads it. */
  journal(): string {
    const database = new Database(join(this.data, 'atelier.db'), { readonly: true })
    const rows = database.prepare('SELECT text FROM journal ORDER BY sequence').all()
    database.close()
    return z
      .array(z.object({ text: z.string() }))
      .parse(rows)
      .map(({ text }) => text)
      .join('')
  }

  /** Everything that was logged. */
  log(): string {
    const folder = join(this.data, 'logs')
    return readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('')
  }

  /** A path in the home folder. */
  at(name: string): string {
    return join(this.home, name)
  }

  /** Ends every running start, and removes the home folder. */
  async dispose(): Promise<void> {
    for (const shell of this.shells) await shell.end()
    rmSync(this.home, { recursive: true, force: true })
  }
}

/** One start of the app. */
export class RunningShell {
  readonly host: ElectronHost
  readonly clock = new ManualClock()
  readonly process = new EventEmitter()
  readonly beginning: Beginning | null

  constructor(host: ElectronHost, launch: Launch, os: Platform['os'], updater: ShellParts['updater']) {
    this.host = host
    const parts: ShellParts = {
      os,
      clock: this.clock,
      secrets: () => createMemorySecrets(),
      fetch: () => (input, init) => fetch(input, init),
      linkFetch: () => createLinkFetch(),
      proxy: new NodeRoutes({}),
      updater,
      environment: {},
      process: this.process,
      words: ['/opt/atelier', '--data', launch.data, '--hidden', '--quick-question', '--', 'atelier://open/chat/1'],
      run: () => undefined,
    }
    this.beginning = beginLaunch(host.host, launch, parts)
    // as src/main/index.ts does
    if (this.beginning === null) host.app.quit()
  }

  /** Continues once Electron is ready, and waits until the window has content. */
  async start(): Promise<void> {
    await this.host.app.becomeReady()
    await this.beginning?.start()
    const [window] = this.host.app.windows
    if (window === undefined || window.isVisible() || this.host.failingLoads > 0) return
    // an app that ends at once closes its window before it has content
    await Promise.race([once(window, 'ready-to-show'), once(window, 'closed')])
  }

  /** Starts an endless answer. Resolves when its first words have arrived. */
  async beBusy(): Promise<{ readonly conversationId: string }> {
    const conversationId = randomUUID()
    const { received } = this.host.window.webContents
    const sent = received.length
    const input = {
      conversationId,
      messageId: randomUUID(),
      connectionId: 'demo',
      model: 'demo-chat',
      parameters: defaultParameters,
      text: '/fault stall(after=5)\nhello',
      attachments: [],
    }
    await this.host.call('chat.send', input)
    await this.host.window.webContents.until(() => received.slice(sent).some(([, name]) => name === 'chat.delta'))
    return { conversationId }
  }

  /** Adds a picture to the library as if pasted; returns its id. */
  async addPicture(): Promise<string> {
    const bytes = new Uint8Array(await encodePng({ width: 2, height: 2, channels: 4, pixels: new Uint8Array(16) }))
      .buffer
    const { token } = given(z.object({ token: z.string() }), await this.host.import({ name: 'a.png', path: '', bytes }))
    return given(z.object({ id: z.string() }), await this.host.call('media.addPicture', { token })).id
  }

  /** Submits a slow video; returns its job's id. */
  async makeVideo(): Promise<string> {
    const jobId = randomUUID()
    await this.host.call('videos.submit', { jobs: [{ jobId, request: videoRequest({ connectionId: 'demo' }) }] })
    return jobId
  }

  /** Resolves when a window is closed. */
  async windowGone(window: ElectronWindow): Promise<void> {
    if (!window.isDestroyed()) await once(window, 'closed')
  }

  /** Resolves when the process has ended. */
  async over(): Promise<void> {
    if (!this.host.app.isOver) await once(this.host.app, 'quit')
  }

  async end(): Promise<void> {
    const { app, handlers } = this.host
    if (app.isOver || handlers.size === 0) return
    this.process.emit('SIGTERM')
    await this.over()
  }
}

/** The value of a call's result, which must not be a refusal. */
function given<T>(schema: z.ZodType<T>, answer: unknown): T {
  return z.object({ ok: z.literal(true), value: schema }).parse(answer).value
}
