import { randomBytes } from 'node:crypto'
import { backupExtension } from '../../../../shared/backup-limits.ts'
import { placePath } from '../../../places/place.ts'
import { backupName, readName } from '../backup-names.ts'

/** Name of a pack: SHA-256 of its bytes. */
export const packName = /^[0-9a-f]{64}$/
const computerPattern = /^atelier-([0-9a-f]{16})$/
const manifestPattern = /^(atelier-\d{8}-\d{9}-(?:automatic|by-hand))-(\d{1,15})-([0-9a-f]{64})\.manifest$/
const manifestExtension = '.manifest'

/** Parsed name of a manifest. */
export interface ManifestName {
  readonly name: string
  /** ms since 1970. */
  readonly madeAt: number
  readonly origin: 'automatic' | 'by-hand'
  /** Bytes of the plain backup. */
  readonly bytes: number
  /** SHA-256 of the manifest's bytes. */
  readonly hash: string
  /** Name of the backup file once it has been fetched. */
  readonly backup: string
}

/**
 * Returns the name of a backup's manifest: when and why it was made, its length, and the hash of the manifest itself.
 */
export function manifestName(about: Pick<ManifestName, 'madeAt' | 'origin' | 'bytes' | 'hash'>): string {
  const stem = backupName(about.madeAt, about.origin).slice(0, -backupExtension.length)
  return `${stem}-${about.bytes}-${about.hash}${manifestExtension}`
}

/** Parses the name of a manifest; null for any other file. */
export function readManifestName(name: string): ManifestName | null {
  const found = manifestPattern.exec(name)
  const [, stem, bytes, hash] = found ?? []
  if (stem === undefined || bytes === undefined || hash === undefined) return null
  const backup = `${stem}${backupExtension}`
  const told = readName(backup)
  if (told === null || !Number.isFinite(told.madeAt)) return null
  if (told.origin !== 'automatic' && told.origin !== 'by-hand') return null
  return { name, madeAt: told.madeAt, origin: told.origin, bytes: Number(bytes), hash, backup }
}

/** Returns the computer's id in a folder's name; null for any other folder. */
export function readComputer(folder: string): string | null {
  return computerPattern.exec(folder)?.[1] ?? null
}

export function computerFolder(computer: string): string {
  return placePath(`atelier-${computer}`)
}

/** Returns the name of the small file of a test. */
export function probeName(): string {
  return `${randomBytes(8).toString('hex')}.probe`
}

export function isProbe(name: string): boolean {
  return /^[0-9a-f]{16}\.probe$/.test(name)
}

/** Returns the folder of a computer's manifests. */
export function manifestFolder(computer: string): string {
  return placePath(`atelier-${computer}`, 'backups')
}

/** Returns the sixteen folders of a computer's packs; servers truncate the listings of large folders. */
export function packFolders(computer: string): readonly string[] {
  return [...'0123456789abcdef'].map((digit) => placePath(`atelier-${computer}`, 'packs', digit))
}

export function packPath(computer: string, pack: string): string {
  return placePath(`atelier-${computer}`, 'packs', pack.slice(0, 1), `${pack}.pack`)
}

/** Returns the name of the pack in a file's name; null for any other file. */
export function readPack(file: string): string | null {
  const name = file.endsWith('.pack') ? file.slice(0, -'.pack'.length) : ''
  return packName.test(name) ? name : null
}

export function manifestPath(computer: string, name: string): string {
  return placePath(`atelier-${computer}`, 'backups', name)
}
