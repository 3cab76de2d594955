import type { BackupState } from '../../../shared/backup.ts'
import type { Clock, KeyValueStore, Secrets } from '../../platform.ts'

const account = 'backup-passphrase'
const storeKey = 'backup-sealed'
/**
 * How long `state` trusts that a keychain without an answer has no passphrase, in ms: asking may wait, and show a
 * question.
 */
const doubtMs = 60_000

/** When the keychain last returned nothing, ms since 1970. It may only have been locked. */
export class PassphraseKeeper {
  private readonly secrets: Secrets
  private readonly store: KeyValueStore
  private readonly clock: Pick<Clock, 'now'>
  /** When the keychain last gave nothing, ms since 1970. It may only have been locked. */
  private missingAt: number | null = null
  /** Cached answer of the keychain, which may have to wait for a user. */
  private known: ReturnType<Secrets['get']> | null = null

  constructor(secrets: Secrets, store: KeyValueStore, clock: Pick<Clock, 'now'>) {
    this.secrets = secrets
    this.store = store
    this.clock = clock
  }

  /** Resolves to the passphrase; null if there is none, or the keychain does not return it. Asks again after that. */
  async get(): Promise<string | null> {
    return (await this.findPassphrase())?.secret ?? null
  }

  async sealingState(): Promise<BackupState['sealing']> {
    if (this.store.get(storeKey) !== true) return 'off'
    const isRecent = this.missingAt !== null && this.clock.now() - this.missingAt < doubtMs
    const found = isRecent ? null : await this.findPassphrase()
    if (found === null) return 'lost'
    return found.kept === 'keychain' ? 'kept' : 'run'
  }

  /** Stores a new passphrase; null turns encryption off. */
  async set(passphrase: string | null): Promise<void> {
    this.known = null
    this.missingAt = null
    if (passphrase === null) {
      this.store.set(storeKey, false)
      await this.secrets.delete(account)
      return
    }
    await this.secrets.set(account, passphrase)
    this.store.set(storeKey, true)
  }

  private async findPassphrase(): ReturnType<Secrets['get']> {
    if (this.store.get(storeKey) !== true) return null
    this.known ??= this.secrets.get(account)
    const asked = this.known
    const found = await asked
    // another passphrase was set meanwhile
    if (this.known !== asked) return found
    this.missingAt = found === null ? this.clock.now() : null
    if (found === null) this.known = null
    return found
  }
}
