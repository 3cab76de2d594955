import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '../../src/main/app.ts'
import type { App } from '../../src/main/application.ts'
import type { Platform } from '../../src/main/platform.ts'
import {
  type FolderStart,
  type OpenFolder,
  openDataFolder,
  settleMove,
} from '../../src/main/services/relocation/open-data-folder.ts'
import { systemClock } from '../../src/main/system-clock.ts'
import { AppClient } from './app-client.ts'
import { type TestPlatform, testPlatform } from './platform.ts'

/** An app on a default data folder that restarts like the shells when it requests that. */
export class MovingApp {
  readonly client = new AppClient(() => this.app)
  readonly home: string
  private readonly start: FolderStart
  private readonly changes: Partial<Platform>
  private opened: OpenFolder | null = null
  private running: App | null = null
  private made: TestPlatform | null = null
  private restarting: Promise<void> = Promise.resolve()
  private restartWanted = false

  constructor(home: string, changes: Partial<Platform> = {}) {
    this.home = home
    this.changes = changes
    this.start = { folder: home, chosen: false, shell: 'browser', clock: systemClock }
  }

  get app(): App {
    if (this.running === null) throw new Error('not started')
    return this.running
  }

  get platform(): TestPlatform {
    if (this.made === null) throw new Error('not started')
    return this.made
  }

  /** The folder in use. */
  get data(): string {
    return this.opened?.data ?? ''
  }

  async begin(): Promise<void> {
    mkdirSync(this.home, { recursive: true })
    const opened = await openDataFolder(this.start)
    if ('taken' in opened) throw new Error('taken')
    this.opened = opened
    await this.compose()
  }

  /** Moves the data and waits for the next start. */
  async move(folder: string): Promise<void> {
    await this.client.call('storage.move', { folder })
    await this.restarted()
  }

  /** Restarts the app if it has requested that. */
  async restarted(): Promise<void> {
    if (this.restartWanted) this.restarting = this.again()
    await this.restarting
  }

  async end(): Promise<void> {
    await this.running?.close()
    await this.opened?.claim.release()
  }

  private async again(): Promise<void> {
    this.restartWanted = false
    await this.app.close()
    if (this.opened !== null) this.opened = await settleMove(this.start, this.opened)
    await this.compose()
  }

  private async compose(): Promise<void> {
    const { platform } = testPlatform({
      ...this.changes,
      paths: { data: this.data, resources: join(import.meta.dirname, '../../resources') },
      whereabouts: { home: this.home, outcome: this.opened?.outcome ?? null },
      restart: () => {
        this.restartWanted = true
      },
    })
    this.made = platform
    this.running = await createApp(platform, { demo: false })
  }
}
