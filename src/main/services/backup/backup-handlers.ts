import { fail } from '../../../shared/errors.ts'
import type { backupCalls } from '../../../shared/ipc/backup-calls.ts'
import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { BackupService } from './backup-service.ts'

/** Services that the handlers of the calls use. */
export interface BackupServices {
  readonly service: BackupService
  /** Closes the app, puts a database copy in place and restarts. False when no valid copy exists. */
  readonly restoreCopy: (name: string) => Promise<boolean>
}

/** Handlers of the calls about backups and storage. */
export function backupHandlers({ restoreCopy, service: backups }: BackupServices): HandlersOf<typeof backupCalls> {
  return {
    'app.restoreBackup': async ({ name }) => {
      if (!(await restoreCopy(name))) fail('not_found', 'no good backup of that name')
      return null
    },
    'backups.list': () => backups.listBackups(),
    'backups.make': (input) => backups.makeBackup(input),
    'backups.verify': (input) => backups.verify(input),
    'backups.preview': (input) => backups.preview(input),
    'backups.restore': (input) => backups.restoreBackup(input),
    'backups.remove': (input) => backups.removeBackup(input),
    'backups.add': (input) => backups.addBackup(input),
    'backups.save': (input) => backups.saveBackup(input),
    'backups.cancel': () => backups.cancelTask(),
    'backups.setPassphrase': (input) => backups.setPassphrase(input),
    'storage.usage': () => backups.usage(),
    'storage.orphans': () => backups.orphans(),
    'storage.removeOrphans': () => backups.removeOrphans(),
    'storage.check': () => backups.check(),
  }
}
