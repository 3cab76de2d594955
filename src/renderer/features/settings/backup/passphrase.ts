import { passphraseMin } from '../../../../shared/backup-limits.ts'

/** What is wrong with a new passphrase that was typed twice; null where nothing is. */
export function passphraseFault(first: string, second: string): 'short' | 'differs' | null {
  if (first.length < passphraseMin) return 'short'
  return first === second ? null : 'differs'
}
