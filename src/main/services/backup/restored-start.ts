import { z } from 'zod'
import type { Notice } from '../../../shared/notice.ts'
import type { KeyValueStore } from '../../platform.ts'
import type { CarriedOut } from '../../storage/pending-restore.ts'
import { settingsKey } from '../settings-service.ts'

/** What a restore that this start carried out leaves to do: its settings, and a word to the person. */
export function takeRestored(restored: CarriedOut | null, store: KeyValueStore): readonly Notice[] {
  if (restored === null) return []
  const settings = z.record(z.string(), z.unknown()).safeParse(fromJson(restored.settings)).data
  if (settings !== undefined) store.set(settingsKey, settings)
  restored.settle()
  return [{ code: 'backup_restored', madeAt: restored.madeAt }]
}

function fromJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
