/** The shortest passphrase, in UTF-16 units: shorter ones are guessed. */
export const passphraseMin = 8
export const passphraseMax = 1000

/** What a backup's file is called at its end. */
export const backupExtension = '.atelier-backup'
