import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StudioUnderTest } from './studio.ts'

/**
 * The app at one moment, as a killed process leaves it: nothing of what it does later reaches the disk or the network.
 * `begin` reads the disk synchronously, wherever it is called; `restart` begins a new process on that disk.
 */
export class Kill {
  private readonly studio: StudioUnderTest
  private files: ReadonlyMap<string, Buffer | null> | null = null

  constructor(studio: StudioUnderTest) {
    this.studio = studio
  }

  get isBegun(): boolean {
    return this.files !== null
  }

  begin(): void {
    if (this.files !== null) return
    const { data } = this.studio.platform.paths
    const paths = ['atelier.db', 'atelier.db-wal'].map((name) => join(data, name))
    this.files = new Map(paths.map((path) => [path, existsSync(path) ? readFileSync(path) : null]))
    this.studio.offline = true
  }

  async restart(): Promise<void> {
    await this.studio.app.close()
    rmSync(join(this.studio.platform.paths.data, 'atelier.db-shm'), { force: true })
    for (const [path, bytes] of this.files ?? []) {
      if (bytes === null) rmSync(path, { force: true })
      else writeFileSync(path, bytes)
    }
    this.files = null
    this.studio.offline = false
    await this.studio.reopen()
  }
}
