import type { backupCalls } from '../../../shared/ipc/backup-calls.ts'
import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { Feature } from '../../feature.ts'
import type { FeatureParts } from '../../feature-parts.ts'
import type { Platform } from '../../platform.ts'
import { backupFolder, prepareRestore } from '../../storage/open.ts'
import { noteRestore } from '../../storage/pending-restore.ts'
import { type BackupServices, backupHandlers } from './backup-handlers.ts'
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
export interface Backups extends Feature, BackupServices {
  readonly handlers: HandlersOf<typeof backupCalls>
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
    handlers: backupHandlers({ restoreCopy, service }),
    start: () => void service.start(),
    close: () => service.close(),
  }
}
