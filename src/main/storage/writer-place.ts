import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'

/**
 * Returns a mark of a data folder's path on this computer. A copy of the folder in another path or on another computer
 * has another one; a copy of a whole disk has the same. It is a hash, because backups hold it.
 */
export function placeOf(folder: string): string {
  // the native one has the case of the disk, however the path was typed
  return createHash('sha256')
    .update(`${realpathSync.native(folder)}\0${machineMark()}`)
    .digest('hex')
}

/**
 * Linux has an id for each installation (https://www.freedesktop.org/software/systemd/man/latest/machine-id.html).
 * Elsewhere number and time of creation of the home folder differ between computers. Names of computers change too
 * often, and `HOME` depends on how Atelier was started.
 */
function machineMark(): string {
  try {
    if (process.platform === 'linux') return readFileSync('/etc/machine-id', 'utf8').trim()
    const { birthtimeNs, ino } = statSync(userInfo().homedir, { bigint: true })
    return `${ino} ${birthtimeNs}`
  } catch {
    return ''
  }
}
