import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '../../src/main/app.ts'
import type { App } from '../../src/main/application.ts'
import type { SourceProgress } from '../../src/shared/knowledge.ts'
import { AppClient } from './app-client.ts'
import type { NamedDocument } from './document-fuzz.ts'
import { LoopWatch } from './loop-watch.ts'
import { type TestPlatform, testPlatform } from './platform.ts'

export interface DocumentVerdict {
  /** Outcome for a chat: `read`, or the reason why not. */
  readonly chat: string
  /** Outcome for a collection: the state of the source, or the reason of a refusal. */
  readonly knowledge: string
  /** Longest time that main was held at a stretch, in ms of its own processor time. */
  readonly busyMs: number
  readonly problem: string | null
}

/** Longest wait for a source to be read, in ms: above the deadline of the documents' thread. */
const readMaxMs = 60_000

/** Gives files to a real app as attachments of a chat, as files of a collection, and in a watched folder. */
export class DocumentCheck {
  private readonly platform: TestPlatform
  private readonly app: App
  private readonly client: AppClient
  private readonly dispose: () => void
  private readonly watch = new LoopWatch()
  private readonly collectionId = randomUUID()
  private readonly given: string
  private readonly folder: string

  private constructor(app: App, platform: TestPlatform, dispose: () => void) {
    this.app = app
    this.platform = platform
    this.dispose = dispose
    this.client = new AppClient(() => app)
    this.given = join(platform.paths.data, '..', `given-${randomUUID()}`)
    this.folder = join(this.given, 'watched')
    mkdirSync(this.folder, { recursive: true })
  }

  static async start(): Promise<DocumentCheck> {
    const { dispose, platform } = testPlatform()
    const app = await createApp(platform, { demo: false })
    const check = new DocumentCheck(app, platform, dispose)
    await check.client.call('knowledge.create', { id: check.collectionId, name: 'Sea' })
    return check
  }

  async verdict({ bytes, name }: NamedDocument): Promise<DocumentVerdict> {
    const path = join(this.given, name)
    writeFileSync(path, bytes)
    // what making the file left behind is no work of the app
    globalThis.gc?.()
    this.watch.take()
    try {
      const { chat, knowledge } = await this.watch.during(async () => ({
        chat: await this.attached(path, name),
        knowledge: await this.collected(path, name),
      }))
      return { chat, knowledge, busyMs: this.watch.take(), problem: null }
    } catch (cause) {
      return { chat: 'failed', knowledge: 'failed', busyMs: this.watch.take(), problem: String(cause) }
    }
  }

  async end(): Promise<void> {
    await this.app.close()
    this.dispose()
  }

  private token(path: string, name: string): string {
    return this.app.importFile({ path, name, temporary: false })
  }

  private async attached(path: string, name: string): Promise<string> {
    const reading = await this.client.call('files.read', { token: this.token(path, name) })
    if (name.endsWith('.pdf')) await this.drawn(path, name)
    if (reading.state === 'refused') return reading.problem
    const { length, textId } = reading.file
    const part = await this.client.call('files.text', { textId, from: 0, length: 20_000 })
    if (part.length !== length) throw new Error(`${length} characters were read, ${part.length} stored`)
    return 'read'
  }

  private async drawn(path: string, name: string): Promise<void> {
    await this.client.call('files.drawPages', { token: this.token(path, name), from: 1, count: 1 })
  }

  private async collected(path: string, name: string): Promise<string> {
    const sourceId = randomUUID()
    const { client, collectionId } = this
    const files = [{ sourceId, token: this.token(path, name) }]
    const [refused] = await client.call('knowledge.addFiles', { collectionId, files })
    if (refused !== undefined) return refused.problem
    const { problem, state } = await this.settled(sourceId)
    await client.call('knowledge.find', { text: 'tide 潮', collectionIds: [collectionId] })
    await client.call('knowledge.removeSource', { id: sourceId })
    return problem ?? state
  }

  /** How a source was read. Throws for one that is still being read after the deadline of its thread. */
  private async settled(sourceId: string): Promise<SourceProgress> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('a source was not read in time')), readMaxMs)
    try {
      for (;;) {
        this.platform.events.seen.length = 0
        const [collection] = await this.client.call('knowledge.list', {})
        const progress = collection?.sources.find(({ id }) => id === sourceId)?.progress
        if (progress !== undefined && progress.state !== 'waiting' && progress.state !== 'reading') return progress
        await Promise.race([this.platform.events.until('knowledge.changed', () => true), late])
      }
    } finally {
      clearTimeout(timer)
    }
  }
}
