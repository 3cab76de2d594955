import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../src/main/app.ts'
import type { App } from '../../src/main/application.ts'
import type { Backup } from '../../src/shared/backup.ts'
import type { Place, PlacedBackup, PlacesState, PlaceTarget } from '../../src/shared/places.ts'
import { AppClient } from './app-client.ts'
import { type TestPlatform, testPlatform } from './platform.ts'

export const placePassphrase = '一壶龙井 and a bridge'

/** An app on a data folder, with one place for backups. */
export class PlacedApp {
  readonly data: string
  readonly platform: TestPlatform
  readonly client = new AppClient(() => this.app)
  private opened: App | null = null

  constructor(data = mkdtempSync(join(tmpdir(), 'atelier-placed-')), changes: Parameters<typeof testPlatform>[0] = {}) {
    this.data = data
    const paths = { data, resources: join(import.meta.dirname, '../../resources') }
    this.platform = testPlatform({ ...changes, paths }).platform
  }

  get app(): App {
    if (this.opened === null) throw new Error('the app is not open')
    return this.opened
  }

  async open(): Promise<void> {
    this.opened = await createApp(this.platform, { demo: false })
  }

  async close(): Promise<void> {
    await this.opened?.close()
    this.opened = null
  }

  async remove(): Promise<void> {
    await this.close()
    rmSync(this.data, { recursive: true, force: true })
  }

  /** Sets the passphrase and adds a place; returns its id. */
  async add(target: PlaceTarget, secret: string | null): Promise<string> {
    const id = randomUUID()
    await this.client.call('backups.setPassphrase', { passphrase: placePassphrase })
    await this.client.call('places.save', { id, name: 'Elsewhere', target, secret })
    return id
  }

  async state(id: string): Promise<Place> {
    const { places } = await this.client.call('places.list', {})
    const found = places.find((place) => place.id === id)
    if (found === undefined) throw new Error('no such place')
    return found
  }

  /** Sends a backup and waits for its end: the place as it is then. */
  async send(id: string): Promise<Place> {
    const before = this.platform.events.seen.length
    await this.client.call('places.send', { id })
    await this.rest(before)
    return await this.state(id)
  }

  /** Waits until nothing is done with places, after at least one job that came since the event `from`. */
  async rest(from: number): Promise<void> {
    // news of the end of an earlier job may come late
    let workedAt = Number.POSITIVE_INFINITY
    await this.platform.events.until('places.changed', (state: PlacesState) => {
      const at = this.platform.events.seen.findIndex(({ payload }) => payload === state)
      if (at < from) return false
      if (state.work !== null) workedAt = Math.min(workedAt, at)
      return state.work === null && at > workedAt
    })
  }

  async backups(id: string): Promise<readonly PlacedBackup[]> {
    return (await this.client.call('places.backups', { id })).backups
  }

  /** Fetches the newest backup of a place and restores it; the app is open on the restored data afterwards. */
  async restoreNewest(id: string): Promise<Backup> {
    const [newest] = await this.backups(id)
    if (newest === undefined) throw new Error('no backup at the place')
    const { computer, name } = newest
    const backup = await this.client.call('places.bring', { id, computer, name, passphrase: placePassphrase })
    await this.client.call('backups.restore', { name: backup.name, passphrase: placePassphrase })
    await this.open()
    return backup
  }
}
