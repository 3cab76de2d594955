import { createDemoGateway, type DemoGateway } from '../../src/demo-gateway/server.ts'
import { createApp } from '../../src/main/app.ts'
import type { App } from '../../src/main/application.ts'
import { Conversations } from '../../src/main/storage/conversations.ts'
import { Database } from '../../src/main/storage/database.ts'
import { Messages } from '../../src/main/storage/messages.ts'
import { databasePath } from '../../src/main/storage/open.ts'
import type { EmbeddingsState } from '../../src/shared/embeddings.ts'
import { AppClient } from './app-client.ts'
import { type TestPlatform, testPlatform } from './platform.ts'
import { conversation, storedMessage } from './storage.ts'

/** The whole app on its own data folder, with a real gateway that makes vectors. */
export class EmbeddedApp {
  readonly gateway: DemoGateway
  readonly platform: TestPlatform
  readonly call: AppClient['call']
  readonly refusal: AppClient['refusal']
  app: App
  private readonly dispose: () => void
  private count = 0

  private constructor(gateway: DemoGateway, platform: TestPlatform, app: App, dispose: () => void) {
    this.gateway = gateway
    this.platform = platform
    this.app = app
    this.dispose = dispose
    const client = new AppClient(() => this.app)
    this.call = client.call.bind(client)
    this.refusal = client.refusal.bind(client)
  }

  static async open(): Promise<EmbeddedApp> {
    const gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
    const { platform, dispose } = testPlatform({
      environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key },
    })
    return new EmbeddedApp(gateway, platform, await createApp(platform, { demo: false }), dispose)
  }

  get database(): string {
    return databasePath(this.platform.paths.data)
  }

  /** Adds a conversation with messages, past the app. */
  write(conversationId: string, texts: readonly string[]): readonly string[] {
    return this.over((database) =>
      database.transaction(() => {
        new Conversations(database).insertConversation(
          conversation(conversationId, { title: `About ${conversationId}` }),
        )
        return texts.map((text) => {
          this.count += 1
          const id = `m${this.count}`
          new Messages(database).insertMessage(storedMessage(id, { conversationId, text, createdAt: this.count }))
          return id
        })
      }),
    )
  }

  /** Changes the app's database past it. */
  over<T>(run: (database: Database) => T): T {
    const database = new Database(this.database)
    try {
      return run(database)
    } finally {
      database.close()
    }
  }

  /** Chooses the demo's model, with faults of the gateway, and waits until all is counted. */
  async choose(faults = ''): Promise<EmbeddingsState> {
    const model = faults === '' ? 'demo-embedding' : `demo-embedding+${faults}`
    await this.call('embeddings.choose', { connectionId: 'environment', model })
    return await this.until(({ isCounting }) => !isCounting)
  }

  /** The first state that fits, now or later. */
  async until(fits: (state: EmbeddingsState) => boolean): Promise<EmbeddingsState> {
    const now = await this.call('embeddings.state', {})
    if (fits(now)) return now
    const from = this.platform.events.of('embeddings.changed').length
    return await this.platform.events.until('embeddings.changed', (state) => {
      return this.platform.events.of('embeddings.changed').indexOf(state) >= from && fits(state)
    })
  }

  /** Everything has its vector. */
  async embedded(): Promise<EmbeddingsState> {
    return await this.until(
      ({ isCounting, phase, texts }) => !isCounting && phase === 'running' && texts.wanted === 0 && texts.done > 0,
    )
  }

  /** Texts that the gateway was asked for, in order, with repeats. */
  sent(): readonly string[] {
    return this.gateway
      .requests()
      .filter(({ path }) => path === '/v1/embeddings')
      .flatMap(({ body }) => inputsOf(body))
  }

  async restart(): Promise<void> {
    await this.app.close()
    await this.reopen()
  }

  /** Starts on the same data after a close. */
  async reopen(): Promise<void> {
    this.app = await createApp(this.platform, { demo: false })
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.gateway.close()
    this.dispose()
  }
}

function inputsOf(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || !('input' in body) || !Array.isArray(body.input)) return []
  return body.input.map(String)
}
