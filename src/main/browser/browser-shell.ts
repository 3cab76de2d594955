import { join } from 'node:path'
import type { PerMessageDeflateOptions } from 'ws'
import type { App, AppOptions } from '../app.ts'
import type { FolderClaim } from '../data-folder.ts'
import type { Log, Platform, Secrets } from '../platform.ts'
import { systemClock } from '../system-clock.ts'
import { BrowserServer } from './browser-server.ts'
import { Downloads } from './downloads.ts'
import { clearUploads } from './import-upload.ts'
import { createNodePlatform } from './node-platform.ts'
import type { PageFiles } from './page-files.ts'
import { openSettingsFile } from './settings-file.ts'

export interface BrowserShellOptions {
  readonly data: string
  readonly claim: FolderClaim
  readonly port: number
  readonly demo: boolean
  readonly version: string
  readonly resources: string
  readonly files: PageFiles
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly secrets: Secrets
  readonly log: Log
  readonly compose: (platform: Platform, options: AppOptions) => Promise<App>
  /** Told when a restart has failed, and nothing is left to serve. */
  readonly onBroken: (cause: unknown) => void
  readonly perMessageDeflate?: boolean | PerMessageDeflateOptions
}

/**
 * The running browser shell: one application, one server, any number of pages. `start` rejects with what `compose`
 * or the port refused; nothing is left running then.
 */
export class BrowserShell {
  readonly #options: BrowserShellOptions
  readonly #platform: Platform
  readonly #server: BrowserServer
  readonly #downloads: Downloads
  #current: Promise<App>
  #calls = 0
  #restartWanted = false
  #closing: Promise<void> | null = null

  private constructor(
    options: BrowserShellOptions,
    platform: Platform,
    server: BrowserServer,
    downloads: Downloads,
    app: Promise<App>,
  ) {
    this.#options = options
    this.#platform = platform
    this.#server = server
    this.#downloads = downloads
    this.#current = app
  }

  static async start(options: BrowserShellOptions): Promise<BrowserShell> {
    await clearUploads(options.data)
    const downloads = new Downloads(options.data, systemClock)
    await downloads.clear()
    // the application needs somewhere to send events before there is a server, and the server an application
    const begun = Promise.withResolvers<BrowserShell>()
    let shell: BrowserShell | null = null
    begun.promise.catch(() => undefined)
    const server = await BrowserServer.listen({
      port: options.port,
      data: options.data,
      files: options.files,
      downloads,
      instanceSecret: options.claim.secret,
      log: options.log,
      app: async () => await (await begun.promise).#current,
      call: async (name, input) => await (await begun.promise).#call(name, input),
      ...(options.perMessageDeflate === undefined ? {} : { perMessageDeflate: options.perMessageDeflate }),
    })
    try {
      const platform = createNodePlatform({
        version: options.version,
        paths: { data: options.data, resources: options.resources },
        secrets: options.secrets,
        store: openSettingsFile(options.data, systemClock, options.log),
        events: { emit: server.emit },
        exports: downloads,
        log: options.log,
        environment: options.environment,
        restart: () => shell?.restart(),
      })
      const app = await options.compose(platform, { demo: options.demo })
      shell = new BrowserShell(options, platform, server, downloads, Promise.resolve(app))
      begun.resolve(shell)
      await options.claim.announce(server.port)
      return shell
    } catch (cause) {
      begun.reject(cause)
      await server.close()
      throw cause
    }
  }

  get port(): number {
    return this.#server.port
  }

  /** A fresh address that opens the app, once. */
  link(): string {
    return this.#server.link()
  }

  /** Where the window's own browser profile is kept. */
  get profile(): string {
    return join(this.#options.data, 'browser-profile')
  }

  /** Replaces the application on the same data once the calls that run have been answered, then reloads the pages. */
  restart(): void {
    this.#restartWanted = true
    if (this.#calls === 0) this.#restartNow()
  }

  /** Ends the application, then the server, then lets go of the data. Can be called twice. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    try {
      const app = await this.#current
      await app.close()
    } catch (cause) {
      this.#options.log('error', 'app.close_failed', { reason: String(cause) })
    }
    await this.#server.close()
    await this.#downloads.clear().catch(() => undefined)
    await this.#options.claim.release()
  }

  async #call(name: unknown, input: unknown): Promise<Awaited<ReturnType<App['call']>>> {
    const app = await this.#current
    this.#calls++
    try {
      return await app.call(name, input)
    } finally {
      this.#calls--
      // after the answer has been written, which happens in this turn of the loop
      if (this.#restartWanted && this.#calls === 0) setImmediate(() => this.#restartNow())
    }
  }

  #restartNow(): void {
    if (!this.#restartWanted || this.#closing !== null) return
    this.#restartWanted = false
    this.#options.log('info', 'app.restart')
    const before = this.#current
    this.#current = before.then(async (app) => {
      await app.close()
      return await this.#options.compose(this.#platform, { demo: this.#options.demo })
    })
    this.#current.then(() => this.#server.reloadPages(), this.#options.onBroken)
  }
}
