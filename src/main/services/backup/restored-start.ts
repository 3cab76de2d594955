import { z } from 'zod'
import type { Notice } from '../../../shared/notice.ts'
import { defaultSettings, settingsSchema } from '../../../shared/settings.ts'
import type { KeyValueStore, Platform } from '../../platform.ts'
import { takeGoBack } from '../../storage/go-back.ts'
import { migrations } from '../../storage/migrations.ts'
import { type OpenedStorage, openStorage } from '../../storage/open.ts'
import type { CarriedOut, Undone } from '../../storage/pending-restore.ts'
import { parsed } from '../../storage/stored-json.ts'
import { claimWriter } from '../../storage/writer.ts'
import { placeOf } from '../../storage/writer-place.ts'
import { settingsKey } from '../app/settings-service.ts'
import { leftVersion, otherVersion } from '../app/version-history.ts'

/** Version that opened this data folder last. */
const startedKey = 'startedVersion'

/** Applies the settings of a restore that this start carried out. Returns the notice for it. */
export function takeRestored(restored: CarriedOut | null, store: KeyValueStore): readonly Notice[] {
  if (restored === null) return []
  putSettings(restored.settings, store)
  return [{ code: 'backup_restored', madeAt: restored.madeAt }]
}

/** Puts back the settings from before a restore that was undone. Returns the notice for it. */
export function takeUndone(undone: Undone | null, store: KeyValueStore): readonly Notice[] {
  if (undone === null) return []
  putSettings(undone.settings, store)
  return [{ code: 'restore_undone', madeAt: undone.madeAt }]
}

/** Applies settings from a file. Unknown settings are dropped, and unreadable ones get their defaults. */
function putSettings(text: string | null, store: KeyValueStore): void {
  const given = z.record(z.string(), z.unknown()).safeParse(parsed(text)).data
  if (given === undefined) return
  const settings = settingsSchema.safeParse({ ...defaultSettings, ...given }).data
  if (settings !== undefined) store.set(settingsKey, settings)
}

/**
 * Opens the storage and starts the app. If that fails with a restored database, the earlier one is put back and
 * started. `begin` passes its close function to `canClose` as soon as it has one.
 */
export async function startedWith<T>(
  {
    clock,
    log,
    paths,
    store,
    version,
    whereabouts,
  }: Pick<Platform, 'clock' | 'log' | 'paths' | 'store' | 'version' | 'whereabouts'>,
  begin: (opened: OpenedStorage, canClose: (close: () => Promise<void>) => void) => Promise<T>,
): Promise<T> {
  const start: typeof begin = async (opened, canClose) => {
    claimWriter(opened.database, placeOf(paths.data), whereabouts.outcome?.moved === true, clock.now())
    return await begin(opened, canClose)
  }
  const known = store.get(startedKey)
  const now = clock.now()
  const wentBack = takeGoBack(paths.data, version, now, (from) => leftVersion(store, from))
  const isNew = typeof known === 'string' && known !== version
  if (isNew && !wentBack) otherVersion(store, known, version, now)
  // the data of the version that the user goes back from stay complete in a folder of their own
  const opened = openStorage(paths.data, now, migrations, isNew && !wentBack)
  if (known !== version) store.set(startedKey, version)
  const { restored } = opened
  if (restored === null) return await start(opened, () => undefined)
  let close = async (): Promise<void> => opened.database.close()
  try {
    const started = await start(opened, (all) => {
      close = all
    })
    restored.settle()
    return started
  } catch (cause) {
    log('error', 'no start with a restored backup', { cause: cause instanceof Error ? cause.name : 'unknown' })
    await close().catch(() => undefined)
    const undone = restored.undo(clock.now())
    return await start({ ...openStorage(paths.data, clock.now()), undone }, () => undefined)
  }
}
