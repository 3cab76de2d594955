import type { Log } from '../platform.ts'
import type { KeyFilter } from './key-filter.ts'

/** Returns a log that leaves out secrets. */
export function filteredLog(log: Log, filter: KeyFilter): Log {
  return (level, event, fields) => {
    const clean = Object.entries(fields ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? filter.withoutSecrets(value) : value,
    ])
    if (fields === undefined) log(level, filter.withoutSecrets(event))
    else log(level, filter.withoutSecrets(event), Object.fromEntries(clean))
  }
}
