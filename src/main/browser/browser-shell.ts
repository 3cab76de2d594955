import { join } from 'node:path'
import type { PerMessageDeflateOptions } from 'ws'
import type { App, AppOptions } from '../application.ts'
import type { FolderClaim } from '../data-folder.ts'
import { faultPlace } from '../faults.ts'
import type { Log, Platform, Secrets } from '../platform.ts'
import type { OpenFolder } from '../services/relocation/open-data-folder.ts'
import { systemClock } from '../system-clock.ts'
import { BrowserServer } from './browser-server.ts'
import { Downloads } from './downloads.ts'
import { clearUploads } from './import-upload.ts'
import { createNodePlatform } from './node-platform.ts'
import type { PageFiles } from './page-files.ts'
import type { SessionSecrets } from './session-gate.ts'
import { openSettingsFile } from './settings-file.ts'

export interface BrowserShellOptions {
  readonly data: string
  readonly claim: FolderClaim
  /** Home of the location pointer; absent if the folder was set with `--data`. */
  readonly moving?: {
    readonly home: string
    /** Outcome of an earlier move. */
    readonly outcome: OpenFolder['outcome']
    /** Settles a pending relocation between two applications; resolves to the next data folder. */
    readonly settle: (open: OpenFolder) => Promise<OpenFolder>
  }
  readonly port: number
  readonly demo: boolean
  readonly version: string
  readonly resources: string
  readonly files: PageFiles
  /** See `BrowserServerOptions.session`. */
  readonly session?: SessionSecrets | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly secrets: Secrets
  readonly log: Log
  readonly compose: (platform: Platform, options: AppOptions) => Promise<App>
  /** Called when a restart has failed and nothing is left to serve. */
  readonly onBroken: (cause: unknown) => void
  readonly perMessageDeflate?: boolean | PerMessageDeflateOptions
}

/**
 * The running browser shell: one application, one server, any number of pages.
 * `start` rejects with the error of `compose` or of the port; then nothing is left running.
 */
export class BrowserShell {
  readonly #options: BrowserShellOptions
  readonly #server: BrowserServer
  readonly #place: { now: Place }
  #current: Promise<App>
  #calls = 0
  #restartWanted = false
  #closing: Promise<void> | null = null

  private constructor(options: BrowserShellOptions, server: BrowserServer, place: { now: Place }, app: Promise<App>) {
    this.#options = options
    this.#server = server
    this.#place = place
    this.#current = app
  }

  static async start(options: BrowserShellOptions): Promise<BrowserShell> {
    const { data, claim } = options
    const place = { now: await placeAt({ data, claim, outcome: options.moving?.outcome ?? null }) }
    // application and server need each other: events go to the server, requests to the application
    const begun = Promise.withResolvers<BrowserShell>()
    let shell: BrowserShell | null = null
    begun.promise.catch(() => undefined)
    const server = await BrowserServer.listen({
      port: options.port,
      data: () => place.now.open.data,
      files: options.files,
      session: options.session,
      downloads: { respond: (asked, token) => place.now.downloads.respond(asked, token) },
      instanceSecret: () => place.now.open.claim.secret,
      log: options.log,
      app: async () => await (await begun.promise).#current,
      call: async (name, input) => await (await begun.promise).#call(name, input),
      ...(options.perMessageDeflate === undefined ? {} : { perMessageDeflate: options.perMessageDeflate }),
    })
    try {
      const app = await compose(options, place.now, server, () => shell?.restart())
      shell = new BrowserShell(options, server, place, Promise.resolve(app))
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

  /** Makes a one-use link that opens the app. */
  link(): string {
    return this.#server.link()
  }

  /** Makes a one-use link for a Chromium window. */
  windowLink(): string {
    return this.#server.windowLink()
  }

  /** Folder of the window's browser profile. */
  get profile(): string {
    return join(this.#options.moving?.home ?? this.#options.data, 'browser-profile')
  }

  /** Replaces the application on the same data after running calls are answered, then reloads the pages. */
  restart(): void {
    this.#restartWanted = true
    if (this.#calls === 0) this.#restartNow()
  }

  /** Reports an uncaught exception to the pages. Never rejects. */
  async reportFault(): Promise<void> {
    try {
      const app = await this.#current
      app.reportFault()
    } catch (cause) {
      this.#options.log('error', 'fault not reported', faultPlace(cause))
    }
  }

  /** Closes the application, then the server, then releases the data folder. Safe to call twice. */
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
    const { downloads, open } = this.#place.now
    await downloads.clear().catch(() => undefined)
    await open.claim.release()
  }

  async #call(name: unknown, input: unknown): Promise<Awaited<ReturnType<App['call']>>> {
    const app = await this.#current
    this.#calls++
    try {
      return await app.call(name, input)
    } finally {
      this.#calls--
      // after the answer is written, which happens in this turn of the loop
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
      await this.#settle()
      return await compose(this.#options, this.#place.now, this.#server, () => this.restart())
    })
    this.#current.then(() => this.#server.reloadPages(), this.#options.onBroken)
  }

  async #settle(): Promise<void> {
    const { downloads, open } = this.#place.now
    const next = (await this.#options.moving?.settle(open)) ?? { ...open, outcome: null }
    if (next.data === open.data) {
      this.#place.now = { downloads, open: next }
      return
    }
    await downloads.clear().catch(() => undefined)
    this.#place.now = await placeAt(next)
    await next.claim.announce(this.#server.port)
  }
}

/** Parts that depend on the data folder. */
interface Place {
  readonly open: OpenFolder
  readonly downloads: Downloads
}

async function placeAt(open: OpenFolder): Promise<Place> {
  clearUploads(open.data)
  const downloads = new Downloads(open.data, systemClock)
  await downloads.clear()
  return { open, downloads }
}

async function compose(
  options: BrowserShellOptions,
  { downloads, open }: Place,
  server: BrowserServer,
  restart: () => void,
): Promise<App> {
  const platform = createNodePlatform({
    version: options.version,
    paths: { data: open.data, resources: options.resources },
    whereabouts: { home: options.moving?.home ?? null, outcome: open.outcome },
    secrets: options.secrets,
    store: openSettingsFile(open.data, systemClock, options.log),
    events: { emit: server.emit },
    exports: downloads,
    log: options.log,
    environment: options.environment,
    restart,
  })
  return await options.compose(platform, { demo: options.demo })
}
