import { sep } from 'node:path'
import { getLoadablePath } from 'sqlite-vec'
import type { Database } from './database.ts'

/**
 * Loads sqlite-vec into a connection. Returns its version, or null if it cannot be loaded: there is no binary for this
 * computer, or the system refuses it.
 */
export function loadVectorExtension(database: Database): string | null {
  try {
    database.loadExtension(unpacked(getLoadablePath()))
    // loading alone proves nothing: a library without its entry point loads too
    const row = database.prepare('SELECT vec_version() AS version').get()
    return typeof row?.version === 'string' ? row.version : null
  } catch {
    return null
  }
}

/**
 * Returns the unpacked path of a library. The system loads libraries itself and cannot read archives; electron-builder
 * puts them next to the archive.
 */
function unpacked(path: string): string {
  return path.replace(`${sep}app.asar${sep}`, `${sep}app.asar.unpacked${sep}`)
}
