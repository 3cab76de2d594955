import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock, KeyValueStore, Log } from '../platform.ts'
import { isOurs } from '../storage/folder-sync.ts'

/**
 * Opens the settings in `settings.json`. Each change is written to a temporary file, synced and renamed, so that a
 * crash leaves the old or the new file. An unreadable file is set aside, never overwritten. `set` throws if the write
 * fails, and the old file stays.
 */
export function openSettingsFile(folder: string, clock: Pick<Clock, 'now'>, log: Log): KeyValueStore {
  const path = join(folder, 'settings.json')
  let values = read(path, clock, log)
  return {
    get: (key) => values.get(key),
    set(key, value) {
      const changed = new Map(values)
      if (value === undefined) changed.delete(key)
      else changed.set(key, value)
      write(path, changed)
      values = changed
    },
  }
}

function read(path: string, clock: Pick<Clock, 'now'>, log: Log): ReadonlyMap<string, unknown> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return new Map()
    throw cause
  }
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return new Map(Object.entries(parsed))
  } catch {
    // handled below like a file that is JSON but not ours
  }
  const aside = `${path}.damaged-${clock.now()}`
  renameSync(path, aside)
  log('warn', 'settings.damaged', { aside })
  return new Map()
}

function write(path: string, values: ReadonlyMap<string, unknown>): void {
  // another program's file with that name stays
  const temporary = isOurs(`${path}.new`, '{\n') ? `${path}.new` : `${path}.${randomUUID()}.new`
  const file = openSync(temporary, 'w', 0o600)
  try {
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(values), null, 2)}\n`)
    fsyncSync(file)
  } catch (cause) {
    closeSync(file)
    rmSync(temporary, { force: true })
    throw cause
  }
  closeSync(file)
  renameSync(temporary, path)
}
