import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock, KeyValueStore, Log } from '../platform.ts'

/** The part of electron-store that this module uses. */
export interface StoreLike {
  get(key: string): unknown
  set(key: string, value: unknown): void
  delete(key: string): void
}

export interface StoreOptions {
  readonly cwd: string
  readonly name: string
  readonly clearInvalidConfig: false
  readonly accessPropertiesByDotNotation: false
  readonly configFileMode: number
}

/**
 * Settings in electron-store, in the same `settings.json` as the browser shell.
 * An unreadable file is set aside, never overwritten: with `clearInvalidConfig` off, electron-store throws for it.
 */
export function openSettingsStore(
  open: (options: StoreOptions) => StoreLike,
  data: string,
  clock: Pick<Clock, 'now'>,
  log: Log,
): KeyValueStore {
  const options: StoreOptions = {
    cwd: data,
    name: 'settings',
    clearInvalidConfig: false,
    // a key such as `a.b` is a name, not a path
    accessPropertiesByDotNotation: false,
    configFileMode: 0o600,
  }
  const store = openOrSetAside(() => open(options), data, clock, log)
  return {
    get: (key) => store.get(key),
    set(key, value) {
      // electron-store throws for undefined
      if (value === undefined) store.delete(key)
      else store.set(key, value)
    },
  }
}

function openOrSetAside(open: () => StoreLike, data: string, clock: Pick<Clock, 'now'>, log: Log): StoreLike {
  try {
    return open()
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    const path = join(data, 'settings.json')
    const aside = `${path}.damaged-${clock.now()}`
    renameSync(path, aside)
    log('warn', 'settings.damaged', { aside })
    return open()
  }
}
