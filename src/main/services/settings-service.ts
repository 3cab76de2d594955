import { defaultSettings, type Settings, type SettingsPatch, settingsSchema } from '../../shared/settings.ts'
import type { EventSink, KeyValueStore } from '../platform.ts'

const storeKey = 'settings'

/** What the person has set. Values that cannot be read fall back one by one; what is stored is not touched until something is set. */
export class SettingsService {
  private readonly store: KeyValueStore
  private readonly events: EventSink

  constructor(store: KeyValueStore, events: EventSink) {
    this.store = store
    this.events = events
  }

  get(): Settings {
    const stored = this.store.get(storeKey)
    return settingsSchema.parse({ ...defaultSettings, ...(typeof stored === 'object' ? stored : null) })
  }

  update(patch: SettingsPatch): Settings {
    const settings = settingsSchema.parse({ ...this.get(), ...patch })
    this.store.set(storeKey, settings)
    this.events.emit('settings.changed', settings)
    return settings
  }
}
