/** Shortest passphrase, in UTF-16 units; a shorter one is easily guessed. */
export const passphraseMin = 8
export const passphraseMax = 1000

/** File extension of backups. */
export const backupExtension = '.atelier-backup'
