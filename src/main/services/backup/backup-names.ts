import type { Backup } from '../../../shared/backup.ts'
import { backupExtension } from '../../../shared/backup-limits.ts'

const pattern =
  /^atelier-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(\d{3})-(automatic|by-hand|before-restore)\.atelier-backup$/

/** Returns the file name of a backup: when it was made, in UTC, and why. */
export function backupName(madeAt: number, origin: Exclude<Backup['origin'], 'elsewhere'>): string {
  const stamp = new Date(madeAt)
    .toISOString()
    .replace(/[-:.Z]/g, '')
    .replace('T', '-')
  return `atelier-${stamp}-${origin}${backupExtension}`
}

/** Parses a file name; null for a file named elsewhere. */
export function readName(name: string): { readonly madeAt: number; readonly origin: Backup['origin'] } | null {
  const found = pattern.exec(name)
  if (!found) return null
  const [year, month, day, hours, minutes, seconds, ms] = found.slice(1, 8).map(Number)
  const madeAt = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hours, minutes, seconds, ms)
  const origin = found[8]
  if (origin === 'automatic' || origin === 'by-hand' || origin === 'before-restore') return { madeAt, origin }
  return null
}
