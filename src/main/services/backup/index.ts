import type { FeatureParts } from '../../feature-parts.ts'
import type { Platform } from '../../platform.ts'
import { backupFolder, prepareRestore } from '../../storage/open.ts'
import { noteRestore } from '../../storage/pending-restore.ts'
import { BackupService } from './backup-service.ts'
import { BackupShelf } from './backup-shelf.ts'
import { PassphraseKeeper } from './passphrase-keeper.ts'

/** Dependencies of restoring: closing and restarting the app. */
export interface BackupParts
  extends FeatureParts,
    Pick<Platform, 'exports' | 'restart' | 'secrets' | 'store' | 'version'> {
  /** Whether a backup should wait. */
  readonly busy: () => boolean
  readonly close: () => Promise<void>
}

/** The backup feature of main. */
export interface Backups {
  readonly service: BackupService
  /** Closes the app, puts a database copy in place and restarts. False when no valid copy exists. */
  restoreCopy(name: string): Promise<boolean>
}

/** Composes the backup services. */
export function createBackups(parts: BackupParts): Backups {
  const { clock, close, dataFolder, restart, secrets, settings, store } = parts
  const service = new BackupService({
    ...parts,
    shelf: new BackupShelf(backupFolder(dataFolder)),
    passphrase: new PassphraseKeeper(secrets, store),
    putInPlace: async (brought) => {
      await close()
      noteRestore(dataFolder, { ...brought, before: JSON.stringify(settings.get()) }, clock.now())
      restart()
    },
  })
  return {
    service,
    async restoreCopy(name) {
      const restore = prepareRestore(dataFolder, name, clock.now())
      if (!restore) return false
      await close()
      restore.commit(clock.now())
      restart()
      return true
    },
  }
}
