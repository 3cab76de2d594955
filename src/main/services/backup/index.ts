import type { backupCalls } from '../../../shared/ipc/backup-calls.ts'
import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { placeCalls } from '../../../shared/ipc/place-calls.ts'
import type { Notice } from '../../../shared/notice.ts'
import type { Feature } from '../../feature.ts'
import type { FeatureParts } from '../../feature-parts.ts'
import { PlaceOpener } from '../../places/open-place.ts'
import type { Platform } from '../../platform.ts'
import { backupFolder, prepareRestore } from '../../storage/open.ts'
import { noteRestore } from '../../storage/pending-restore.ts'
import { type BackupServices, backupHandlers } from './backup-handlers.ts'
import { BackupService } from './backup-service.ts'
import { BackupShelf } from './backup-shelf.ts'
import { PassphraseKeeper } from './passphrase-keeper.ts'
import { placeHandlers } from './places/place-handlers.ts'
import { PlacesFile } from './places/places-file.ts'
import { PlacesService } from './places/places-service.ts'

/** Dependencies of restoring: closing and restarting the app. */
export interface BackupParts
  extends FeatureParts,
    Pick<Platform, 'exports' | 'restart' | 'secrets' | 'store' | 'version'> {
  /** True if a backup should wait. */
  readonly busy: () => boolean
  readonly close: () => Promise<void>
  readonly notify: (notice: Notice) => void
}

/** The backup feature of main. */
export interface Backups extends Feature, BackupServices {
  readonly handlers: HandlersOf<typeof backupCalls & typeof placeCalls>
}

/** Composes the backup services. */
export function createBackups(parts: BackupParts): Backups {
  const { clock, close, dataFolder, restart, secrets, settings, store } = parts
  const folder = backupFolder(dataFolder)
  const shelf = new BackupShelf(folder)
  const passphrase = new PassphraseKeeper(secrets, store, clock)
  const service = new BackupService({
    ...parts,
    shelf,
    passphrase,
    made: () => places.made(),
    putInPlace: async (brought) => {
      await close()
      noteRestore(dataFolder, { ...brought, before: JSON.stringify(settings.get()) }, clock.now())
      restart()
    },
  })
  const places = new PlacesService({
    ...parts,
    folder,
    shelf,
    passphrase,
    file: new PlacesFile({ ...parts, folder }),
    opener: new PlaceOpener(parts),
    makeFresh: () => service.makeFresh(),
  })
  const restoreCopy = async (name: string): Promise<boolean> => {
    const restore = prepareRestore(dataFolder, name, clock.now())
    if (!restore) return false
    await close()
    restore.commit(clock.now())
    restart()
    return true
  }
  return {
    service,
    restoreCopy,
    handlers: { ...backupHandlers({ restoreCopy, service }), ...placeHandlers(places) },
    start: () => {
      void service.start()
      places.start()
      // from now on every answer is searched for them
      void Promise.all([passphrase.get(), places.readSecrets()]).catch(() => {})
    },
    close: async () => {
      await Promise.all([places.close(), service.close()])
    },
  }
}
