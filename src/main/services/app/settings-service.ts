import { defaultSettings, type Settings, type SettingsPatch, settingsSchema } from '../../../shared/settings.ts'
import { withPatch } from '../../../shared/settings-table.ts'
import { runGuarded } from '../../faults.ts'
import type { EventSink, KeyValueStore, Log } from '../../platform.ts'

/** Key of the settings in the store. */
export const settingsKey = 'settings'

/**
 * The user's settings. Unreadable values fall back one by one. The stored value changes only when something is set.
 */
export class SettingsService {
  private readonly store: KeyValueStore
  private readonly events: EventSink
  private readonly log: Log
  private readonly listeners: (() => void)[] = []

  constructor(store: KeyValueStore, events: EventSink, log: Log) {
    this.store = store
    this.events = events
    this.log = log
  }

  get(): Settings {
    const stored = this.store.get(settingsKey)
    return settingsSchema.parse({ ...defaultSettings, ...(typeof stored === 'object' ? stored : null) })
  }

  /** Calls `listener` after every change, as long as the app runs. */
  onChange(listener: () => void): void {
    this.listeners.push(listener)
  }

  updateSettings(patch: SettingsPatch): Settings {
    // Electron's copy of an object keeps keys with undefined values, which must change nothing
    const settings = settingsSchema.parse(withPatch(this.get(), patch))
    this.store.set(settingsKey, settings)
    this.events.emit('settings.changed', settings)
    for (const listener of this.listeners) runGuarded(this.log, 'settings listener', listener)
    return settings
  }
}
