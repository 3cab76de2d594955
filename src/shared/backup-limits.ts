/** Shortest passphrase, in UTF-16 units; a shorter one is easily guessed. */
export const passphraseMin = 8
export const passphraseMax = 1000

/** File extension of backups. */
export const backupExtension = '.atelier-backup'

/** Returns true if a backup's time is certainly in the future: the clock was wrong then, so the time is meaningless. */
export function isAhead(madeAt: number, now: number): boolean {
  return madeAt > now + 24 * 60 * 60_000
}
