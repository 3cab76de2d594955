import { join } from 'node:path'
import { BrowserServer } from '../../src/main/browser/browser-server.ts'
import { Downloads } from '../../src/main/browser/downloads.ts'
import { systemClock } from '../../src/main/system-clock.ts'
import type { EventName, EventPayload } from '../../src/shared/ipc/contract.ts'
import { ContractBridge, type SomeHandlers } from './contract-bridge.ts'
import { Chats } from './state/chats.ts'
import { Connections } from './state/connections.ts'
import { Files } from './state/files.ts'
import { History } from './state/history.ts'
import { Images } from './state/images.ts'
import { MemoryInMemory } from './state/memory.ts'
import { newInstallation } from './state/new-installation.ts'
import { RecipesInMemory } from './state/recipes.ts'
import { SettingsInMemory } from './state/settings.ts'
import { TranscriptsInMemory } from './state/transcripts.ts'
import { Videos } from './state/videos.ts'
import { WatchInMemory } from './state/watch.ts'

const built = join(import.meta.dirname, '../../out')

/**
 * Everything that answers the built page: the browser shell's own server with its policy, and a state in memory. It has
 * no process, database or gateway.
 */
export class PageApp {
  readonly bridge: ContractBridge
  readonly chats: Chats
  readonly connections = new Connections(() => this.settings.now)
  readonly settings: SettingsInMemory
  readonly files: Files
  readonly images: Images
  readonly videos: Videos
  readonly transcripts = new TranscriptsInMemory()
  readonly watch: WatchInMemory
  readonly recipes: RecipesInMemory
  readonly history = new History()
  readonly #server: BrowserServer

  private constructor(server: BrowserServer, folder: string) {
    this.#server = server
    const emit = <N extends EventName>(name: N, payload: EventPayload<N>): void => this.bridge.emit(name, payload)
    this.files = new Files(folder)
    this.chats = new Chats(emit, this.files)
    this.settings = new SettingsInMemory(emit)
    this.images = new Images(emit, this.files)
    this.videos = new Videos(emit, this.files)
    this.watch = new WatchInMemory(emit)
    this.recipes = new RecipesInMemory(emit)
    const memory = new MemoryInMemory(emit)
    const states = [
      memory,
      this.connections,
      this.files,
      this.settings,
      this.chats,
      this.images,
      this.videos,
      this.history,
      this.watch,
      this.recipes,
      this.transcripts,
    ]
    const handlers: SomeHandlers = Object.assign({ ...newInstallation }, ...states.map((state) => state.handlers))
    this.bridge = new ContractBridge(handlers, (name, payload) => server.emit(name, payload))
  }

  /** Serves the page from a folder for what it hands over. */
  static async start(folder: string): Promise<PageApp> {
    const server = await BrowserServer.listen({
      port: 0,
      app: async () => app.files,
      call: (name, input) => app.bridge.call(name, input),
      files: { renderer: join(built, 'renderer'), pageBridge: join(built, 'preload/page-bridge.cjs') },
      downloads: new Downloads(folder, systemClock),
      data: () => folder,
      instanceSecret: () => '',
      log: (level, event, fields) => {
        if (level === 'error') app.bridge.faults.push(`${event}: ${JSON.stringify(fields)}`)
      },
    })
    const app: PageApp = new PageApp(server, folder)
    return app
  }

  /** A link that opens the page. */
  link(): string {
    return this.#server.link()
  }

  async close(): Promise<void> {
    await this.#server.close()
  }
}
