import { sep } from 'node:path'
import { getLoadablePath } from 'sqlite-vec'
import type { Database } from './database.ts'

/**
 * Loads sqlite-vec into a connection. Returns its version, or null where it cannot be loaded: no binary for this
 * computer, or one that the system refuses.
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

/** The system loads libraries itself and cannot look into an archive; electron-builder puts them beside it. */
function unpacked(path: string): string {
  return path.replace(`${sep}app.asar${sep}`, `${sep}app.asar.unpacked${sep}`)
}
