import { z } from 'zod'
import type { Notice } from '../../../shared/notice.ts'
import { defaultSettings, settingsSchema } from '../../../shared/settings.ts'
import type { KeyValueStore } from '../../platform.ts'
import type { CarriedOut, Undone } from '../../storage/pending-restore.ts'
import { parsed } from '../../storage/stored-json.ts'
import { settingsKey } from '../app/settings-service.ts'

/** What a restore that this start carried out leaves to do: its settings, and a word to the person. */
export function takeRestored(restored: CarriedOut | null, store: KeyValueStore): readonly Notice[] {
  if (restored === null) return []
  putSettings(restored.settings, store)
  return [{ code: 'backup_restored', madeAt: restored.madeAt }]
}

/** What a restore that had to be taken back leaves to do: the settings before it, and a word to the person. */
export function takeUndone(undone: Undone | null, store: KeyValueStore): readonly Notice[] {
  if (undone === null) return []
  putSettings(undone.settings, store)
  return [{ code: 'restore_undone', madeAt: undone.madeAt }]
}

/** Settings from a file: what their schema does not know goes, what it cannot read becomes what a new installation has. */
function putSettings(text: string | null, store: KeyValueStore): void {
  const given = z.record(z.string(), z.unknown()).safeParse(parsed(text)).data
  if (given === undefined) return
  const settings = settingsSchema.safeParse({ ...defaultSettings, ...given }).data
  if (settings !== undefined) store.set(settingsKey, settings)
}
