import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  _electron,
  type BrowserContext,
  test as base,
  type ElectronApplication,
  expect,
  type Page,
} from '@playwright/test'
import { createDemoGateway, type DemoGateway, type RecordedRequest } from '../../src/demo-gateway/server.ts'
import { askForLink } from '../../src/main/browser/first-instance.ts'
import { readInstance } from '../../src/main/data-folder.ts'
import type { Message } from '../../src/shared/chat.ts'
import type { CallInput, CallName, CallOutput } from '../../src/shared/ipc/contract.ts'
import { type HeldLine, openHeldLine } from '../fakes/held-line.ts'
import { PageClient, startShellProcess } from '../fakes/shell-process.ts'
import { WarmShells } from '../fakes/warm-shells.ts'
import { electronLaunch } from './electron-launch.ts'
import { callOf, panelsAreRead, watchPage } from './page-parts.ts'
import { electronAbsent, electronProgram, type ShellKind, type ShellOptions } from './shells.ts'

export { expect } from '@playwright/test'
export * from './page-parts.ts'

export interface StartOptions {
  /** False uses the default data folder `Atelier` inside `data`, from where data can be moved. */
  readonly named?: boolean
  readonly flags?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** A running shell of either kind, with access to its page. */
interface Running {
  open(): Promise<Page>
  stop(): Promise<void>
  kill(): Promise<void>
  readonly output: () => string
}

/** Atelier on its own data folder, with its first page. Collects the page's faults in `trouble`. */
export class Atelier {
  readonly trouble: string[] = []
  /** Every frame received over the bridge's socket (browser shell only). */
  readonly received: string[] = []
  /** Number of frames sent by pages. */
  sent = 0
  readonly data: string
  readonly #kind: ShellKind
  readonly #context: BrowserContext | null
  readonly #warm: WarmShells | null
  readonly #allowed: RegExp[] = []
  #options: StartOptions = {}
  #starts = 0
  #running: Running | null = null
  #page: Page | null = null

  constructor(data: string, kind: ShellKind, context: BrowserContext | null, warm: WarmShells | null = null) {
    this.data = data
    this.#kind = kind
    this.#context = context
    this.#warm = warm
  }

  /** The first page. */
  get page(): Page {
    if (this.#page === null) throw new Error('Atelier was not started')
    return this.#page
  }

  /** Output of the process. */
  get output(): string {
    return this.#running?.output() ?? ''
  }

  /**
   * Starts the shell and opens its page. The first start is a warm one if it asks for nothing of a process; the later
   * ones are processes of their own, which know only what is on the disk.
   */
  async start(options: StartOptions = {}): Promise<Page> {
    this.#options = options
    this.#starts += 1
    this.#running = await (this.#kind === 'electron' ? this.#startElectron() : this.#startBrowser())
    this.#page = await this.#running.open()
    await panelsAreRead(this.#page)
    return this.#page
  }

  /** Restarts the shell in the same way; ends it first if it runs. */
  async restart(options: StartOptions = this.#options): Promise<Page> {
    await this.stop()
    return await this.start(options)
  }

  async stop(): Promise<void> {
    this.#expectLostBridge()
    await this.#running?.stop()
    this.#running = null
  }

  /** Ends the process as a crash would. */
  async kill(): Promise<void> {
    this.#expectLostBridge()
    await this.#running?.kill()
    this.#running = null
  }

  /** A new one-use link to the running browser shell. */
  async link(): Promise<string> {
    const first = await readInstance(this.data)
    const link = first === null ? null : await askForLink(first)
    if (link === null) throw new Error('the shell gave no link')
    return link
  }

  /** Another page of the same shell and browser. */
  async openAnother(): Promise<Page> {
    if (this.#context === null) throw new Error('only the browser shell has more than one page')
    const page = await this.#context.newPage()
    await this.#watch(page)
    await page.goto(await this.link())
    return page
  }

  /** A bridge client without a browser (browser shell only). */
  async client(): Promise<PageClient> {
    return await PageClient.connect(await this.link())
  }

  /** Calls main as the page does. Throws the error of a refusal. */
  async call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    return await callOf(this.page, name, input)
  }

  /** The messages of the most recently active conversation, as stored in main. */
  async messages(): Promise<readonly Message[]> {
    const { conversations } = await this.call('chat.list', { query: '', offset: 0, limit: 1 })
    const [newest] = conversations
    if (newest === undefined) return []
    return (await this.call('chat.open', { conversationId: newest.id, limit: 100 })).page.messages
  }

  /** Writes a picture of the page to a file, if there is still a page to take it of. */
  async picture(path: string): Promise<void> {
    try {
      await this.#page?.screenshot({ path, timeout: 5_000 })
    } catch {
      // a page that crashed or was closed has no picture, and the test's own failure says more
    }
  }

  /** Allows certain console errors; by default the console must have none. */
  allow(...patterns: readonly RegExp[]): void {
    this.#allowed.push(...patterns)
  }

  /** Faults of the pages, except allowed ones. */
  complaints(): readonly string[] {
    return this.trouble.filter((line) => !this.#allowed.some((pattern) => pattern.test(line)))
  }

  #expectLostBridge(): void {
    // a reset cuts off or refuses resources being loaded, such as fonts
    this.allow(/WebSocket connection to .+ failed/, /Failed to load resource: net::ERR_/)
  }

  async #startBrowser(): Promise<Running> {
    const { environment = {}, flags = [], named = true } = this.#options
    const needsProcess = this.#starts > 1 || !named || flags.length > 0 || !Object.keys(environment).every(isConnection)
    const shell =
      this.#warm === null || needsProcess
        ? await startShellProcess({ data: this.data, ...this.#options })
        : await this.#warm.start(this.data, environment)
    return {
      output: shell.output,
      open: async () => {
        const page = this.#page ?? (await this.#context?.newPage())
        if (page === undefined) throw new Error('there is no browser')
        if (this.#page === null) await this.#watch(page)
        await page.goto(shell.link)
        return page
      },
      stop: () => shell.stop(),
      kill: async () => void (await shell.kill()),
    }
  }

  async #startElectron(): Promise<Running> {
    const { args, env } = electronLaunch({
      platform: process.platform,
      environment: process.env,
      data: this.data,
      named: this.#options.named !== false,
      flags: this.#options.flags ?? [],
      added: this.#options.environment ?? {},
    })
    const app: ElectronApplication = await _electron.launch({ args: [...args], env: { ...env } })
    return {
      output: () => '',
      open: async () => {
        const page = await app.firstWindow()
        await this.#watch(page)
        await page.setViewportSize({ width: 1280, height: 800 })
        return page
      },
      stop: () => app.close(),
      kill: async () => {
        const closed = app.waitForEvent('close')
        app.process().kill('SIGKILL')
        await closed
      },
    }
  }

  async #watch(page: Page): Promise<void> {
    await watchPage(page, this.trouble, { isDoubled: this.#kind === 'browser' })
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => this.received.push(String(payload)))
      socket.on('framesent', () => {
        this.sent += 1
      })
    })
  }
}

/** Returns true if a variable is read at every start, and not by the process. */
function isConnection(name: string): boolean {
  return name === 'ATELIER_BASE_URL' || name === 'ATELIER_API_KEY'
}

/** The last warnings and errors in Atelier's log, for the report of a failed test. */
function troubleInLog(data: string): string {
  const file = join(data, 'logs/atelier.log')
  if (!existsSync(file)) return ''
  const lines = readFileSync(file, 'utf8').split('\n')
  const troubled = lines.filter((line) => /"level":"(?:warn|error)"/.test(line)).slice(-3)
  return troubled.map((line) => `log: ${line.slice(0, 300)}\n`).join('')
}

interface Fixtures {
  /** Pace of the gateway's streams, in tokens a second. */
  pace: number
  /** Speed of the gateway's video tasks. */
  videoSpeed: number
  data: string
  gateway: DemoGateway
  atelier: Atelier
  /** The page of an Atelier connected to `gateway` by environment variables, at a new chat. */
  chat: Page
  /** A connection to `gateway` that can be held in the middle of an answer. */
  line: HeldLine
  /** The page of an Atelier that uses `line`. */
  lineChat: Page
  skipWithoutProgram: undefined
}

interface WorkerFixtures {
  warmShells: WarmShells
}

export const test = base.extend<Fixtures & ShellOptions, WorkerFixtures>({
  warmShells: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the first parameter
    async ({}, use) => {
      const shells = new WarmShells()
      await use(shells)
      await shells.close()
    },
    { scope: 'worker' },
  ],

  shellKind: ['browser', { option: true }],
  pace: [Number.POSITIVE_INFINITY, { option: true }],
  videoSpeed: [40, { option: true }],

  skipWithoutProgram: [
    async ({ shellKind }, use, info) => {
      info.skip(shellKind === 'electron' && electronProgram() === null, electronAbsent)
      await use(undefined)
    },
    { auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the first parameter
  data: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-e2e-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },

  gateway: async ({ pace, videoSpeed }, use) => {
    const gateway = await createDemoGateway({ tokensPerSecond: pace, videoSecondsPerSecond: videoSpeed })
    await use(gateway)
    await gateway.close()
  },

  line: async ({ gateway }, use) => {
    const line = await openHeldLine(gateway)
    await use(line)
    await line.close()
  },

  atelier: async ({ data, shellKind, context, warmShells }, use, info) => {
    const atelier = new Atelier(data, shellKind, shellKind === 'browser' ? context : null, warmShells)
    await use(atelier)
    const complaints = atelier.complaints()
    if (info.status !== info.expectedStatus || complaints.length > 0) {
      process.stderr.write(troubleInLog(data))
      await atelier.picture(info.outputPath('page.png'))
    }
    await atelier.stop()
    expect(complaints, 'what the page complained about').toEqual([])
  },

  chat: async ({ atelier, gateway }, use) => {
    await use(await atelier.start({ environment: environmentOf(gateway) }))
  },

  lineChat: async ({ atelier, gateway, line }, use) => {
    await use(await atelier.start({ environment: environmentOf({ baseUrl: line.baseUrl, key: gateway.key }) }))
  },
})

/** Marks tests of browser-shell features. */
export function browserShellOnly(kind: ShellKind, why: string): void {
  test.skip(kind !== 'browser', why)
}

/** The environment variables that connect Atelier to a gateway. */
export function environmentOf(gateway: Pick<DemoGateway, 'baseUrl' | 'key'>): Readonly<Record<string, string>> {
  return { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key }
}

/** A local address where nothing listens. */
export async function closedAddress(): Promise<string> {
  const gateway = await createDemoGateway()
  await gateway.close()
  return gateway.origin
}

/** Chat requests received by a gateway, oldest first. */
export function chatRequests(gateway: DemoGateway): readonly RecordedRequest[] {
  return gateway.requests().filter((request) => request.path === '/v1/chat/completions')
}

/** The gateway's answer to a request, as text. */
export function sentText(request: RecordedRequest | undefined): string {
  return request?.chunks.map((chunk) => chunk.text).join('') ?? ''
}

export interface SmallDisk {
  /** Why mounting failed; null when it is mounted. */
  readonly refusal: string | null
  /** Fills the disk. */
  fill(): void
  /** Frees the space again. */
  free(): void
  remove(): void
}

/** Mounts a small in-memory file system on a folder, if this user may do that. */
export function smallDisk(folder: string, options: string): SmallDisk {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { encoding: 'utf8' })
  const refusal = mounted.status === 0 ? null : (mounted.error?.message ?? mounted.stderr.trim())
  const filling = join(folder, 'filling')
  return {
    refusal,
    fill() {
      const file = openSync(filling, 'w')
      const piece = Buffer.alloc(4096)
      try {
        for (;;) writeSync(file, piece)
      } catch {
        // the disk is full, as intended
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filling, { force: true }),
    remove: () => void spawnSync('umount', ['--lazy', folder]),
  }
}
