import { type FSWatcher, watch } from 'node:fs'

/** Delay after the last change before it is reported, in ms: editors write a file in several steps. */
const quietMs = 400
/** Interval of the checks without a notification, in ms, for network drives and systems that drop notifications. */
const lookMs = 5 * 60_000

/** Calls back when something in a folder changes, and from time to time. */
export class FolderWatch {
  readonly folder: string
  private readonly onFolderChanged: () => void
  private readonly timer: NodeJS.Timeout
  private watcher: FSWatcher | null = null
  private soon: NodeJS.Timeout | null = null

  constructor(folder: string, changed: () => void) {
    this.folder = folder
    this.onFolderChanged = changed
    this.timer = setInterval(() => {
      if (this.watcher === null) this.beginWatch()
      changed()
    }, lookMs)
    this.beginWatch()
  }

  close(): void {
    clearInterval(this.timer)
    if (this.soon !== null) clearTimeout(this.soon)
    this.watcher?.close()
  }

  private beginWatch(): void {
    try {
      this.watcher = watch(this.folder, { recursive: true, persistent: false })
      this.watcher.on('change', () => this.tellSoon())
      this.watcher.on('error', () => this.endWatch())
    } catch {
      // the folder is missing now, or the system has no notifications left
      this.watcher = null
    }
  }

  private endWatch(): void {
    this.watcher?.close()
    this.watcher = null
    this.tellSoon()
  }

  private tellSoon(): void {
    if (this.soon !== null) clearTimeout(this.soon)
    this.soon = setTimeout(this.onFolderChanged, quietMs)
  }
}
