import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodePng } from '../../src/demo-gateway/images/png.ts'
import { createDemoGateway, type DemoGateway } from '../../src/demo-gateway/server.ts'
import { createApp } from '../../src/main/app.ts'
import type { App } from '../../src/main/application.ts'
import type { Fetch } from '../../src/main/platform.ts'
import type { ImageDetail, ImageFilter, ImageJob, ImageRequest } from '../../src/shared/image.ts'
import { AppClient } from './app-client.ts'
import { testedFetch } from './fetches.ts'
import { ManualClock, type TestPlatform, testPlatform } from './platform.ts'

/** Stands still, but ends every short wait at once, such as that for a retry. */
export class HurriedClock extends ManualClock {
  readonly waits: number[] = []
  /** True once the test controls the time. */
  patient = false
  override after(ms: number, run: () => void): () => void {
    if (this.patient || ms > 10_000) return super.after(ms, run)
    const due = this.now() + ms
    let waits = true
    const undo = super.after(ms, () => {
      waits = false
      run()
    })
    this.waits.push(ms)
    // waits that ran or were cancelled meanwhile need no time
    setImmediate(() => waits && this.advance(due - this.now()))
    return () => {
      waits = false
      undo()
    }
  }
}

export const noFilter: ImageFilter = {
  query: '',
  models: [],
  sizes: [],
  from: null,
  to: null,
  favourite: false,
  collectionId: null,
}

/** A request for one small picture; `faults` as the demo gateway takes them in a model's name. */
export function imageRequest(changes: Partial<ImageRequest> = {}, faults = ''): ImageRequest {
  return {
    connectionId: 'environment',
    model: faults === '' ? 'demo-image-free' : `demo-image-free+${faults}`,
    prompt: 'a quiet harbour',
    n: 1,
    size: '48x32',
    quality: null,
    responseFormat: null,
    edit: null,
    ...changes,
  }
}

const runs = (job: ImageJob): boolean => ['queued', 'sending', 'waiting', 'saving'].includes(job.status)

/** The whole app with a real gateway. Requests can be held, and the app can be closed and reopened. */
export class StudioUnderTest {
  readonly gateway: DemoGateway
  readonly platform: TestPlatform
  readonly clock: HurriedClock
  readonly call: AppClient['call']
  readonly refusal: AppClient['refusal']
  app: App
  /** Simulates a wake from sleep. */
  readonly wake: () => void
  /** The network of the app; tests may spy on it. */
  readonly network: { fetch: Fetch }
  private readonly line: {
    readonly paths: string[]
    held: { path: string; opened: Promise<void> } | null
    cut: boolean
    /** How wrong the app's clock is, in ms. */
    skew: number
  }
  private readonly dispose: () => void

  private constructor(
    parts: Pick<StudioUnderTest, 'gateway' | 'platform' | 'clock' | 'app' | 'network'> & {
      line: StudioUnderTest['line']
      wake: () => void
      dispose: () => void
    },
  ) {
    this.gateway = parts.gateway
    this.platform = parts.platform
    this.clock = parts.clock
    this.app = parts.app
    this.line = parts.line
    this.wake = parts.wake
    this.network = parts.network
    this.dispose = parts.dispose
    const client = new AppClient(() => this.app)
    this.call = client.call.bind(client)
    this.refusal = client.refusal.bind(client)
  }

  /**
   * App and gateway share a clock, so that long tasks take equally long in both. `baseUrl` replaces the demo gateway,
   * for answers it cannot give.
   */
  static async open({ baseUrl }: { readonly baseUrl?: string } = {}): Promise<StudioUnderTest> {
    const clock = new HurriedClock()
    const gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY, now: () => clock.now() })
    const line: StudioUnderTest['line'] = { paths: [], held: null, cut: false, skew: 0 }
    const sleepers = new Set<() => void>()
    const network = { fetch: testedFetch }
    const { platform, dispose } = testPlatform({
      clock: { now: () => clock.now() + line.skew, after: (ms, run) => clock.after(ms, run) },
      environment: { ATELIER_BASE_URL: baseUrl ?? gateway.baseUrl, ATELIER_API_KEY: gateway.key },
      onWake(run) {
        sleepers.add(run)
        return () => sleepers.delete(run)
      },
      fetch: async (input, init) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input)
        if (line.cut) throw new TypeError('fetch failed', { cause: unreachable })
        line.paths.push(pathname)
        if (line.held && pathname.startsWith(line.held.path)) await orAborted(line.held.opened, init?.signal)
        return await network.fetch(input, init)
      },
    })
    const app = await createApp(platform, { demo: false })
    const wake = (): void => {
      for (const run of sleepers) run()
    }
    return new StudioUnderTest({ gateway, clock, platform, app, network, line, wake, dispose })
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.gateway.close()
    this.dispose()
  }

  /** Closes or kills the app, and opens it again on the same folder. */
  async reopen(): Promise<void> {
    await this.app.close()
    this.app = await createApp(this.platform, { demo: false })
  }

  /** Cuts or restores the network; without it no request leaves the computer. */
  set offline(cut: boolean) {
    this.line.cut = cut
  }

  /** Sets the error of the app's clock, in ms; real time and the gateway's continue. */
  set skew(ms: number) {
    this.line.skew = ms
  }

  /** Paths of all requests the app has started. */
  get begun(): readonly string[] {
    return this.line.paths
  }

  /** Number of image requests that reached the gateway. */
  get sent(): number {
    return this.gateway.requests().filter(({ path }) => path.startsWith('/v1/images/')).length
  }

  /** Holds requests to a path before they leave; returns their release. */
  hold(path: string): () => void {
    let open: () => void = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    this.line.held = { path, opened }
    return () => {
      this.line.held = null
      open()
    }
  }

  async submit(request: ImageRequest, jobId: string = randomUUID()): Promise<ImageJob> {
    return await this.call('images.submit', { jobId, request })
  }

  /** The next matching state of a job; `since` is a number of seen events. */
  async until(id: string, fits: (job: ImageJob) => boolean, since = 0): Promise<ImageJob> {
    const { events } = this.platform
    const before = new Set(events.seen.slice(0, since).map(({ payload }) => payload))
    return await events.until('images.job', (job) => job.id === id && !before.has(job) && fits(job))
  }

  async ended(id: string, since = 0): Promise<ImageJob> {
    return await this.until(id, (job) => !runs(job), since)
  }

  /** Submits and waits for the end. */
  async run(request: ImageRequest): Promise<ImageJob> {
    return await this.ended((await this.submit(request)).id)
  }

  /** The details of a job's images, in order. */
  async imagesOf(job: ImageJob): Promise<readonly ImageDetail[]> {
    const ids = job.outcomes.flatMap(({ imageId }) => imageId ?? [])
    return await Promise.all(ids.map((imageId) => this.call('images.get', { imageId })))
  }

  async gallery(filter: Partial<ImageFilter> = {}) {
    return await this.call('images.list', { filter: { ...noFilter, ...filter }, offset: 0, limit: 500 })
  }

  /** Token of a file with these bytes, as after a drop. */
  file(bytes: Uint8Array, name = 'dropped.png'): string {
    const path = join(this.platform.paths.data, `${randomUUID()}-${name}`)
    writeFileSync(path, bytes)
    return this.app.importFile({ path, name, temporary: true })
  }
}

/** Encodes a PNG; `paint` returns a pixel's red, green, blue and alpha. */
export async function png(
  width: number,
  height: number,
  paint: (x: number, y: number) => readonly [number, number, number, number],
): Promise<Buffer> {
  const pixels = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) pixels.set(paint(x, y), (y * width + x) * 4)
  return await encodePng({ width, height, channels: 4, pixels })
}

/** Error of Node's fetch without a network. */
const unreachable = Object.assign(new Error('connect ENETUNREACH'), { code: 'ENETUNREACH' })

async function orAborted(opened: Promise<void>, signal: AbortSignal | null | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const abort = (): void => reject(new DOMException('aborted', 'AbortError'))
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { once: true })
    opened.then(resolve, reject)
  })
}
