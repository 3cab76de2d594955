import type { BackupState } from '../../../shared/backup.ts'
import type { KeyValueStore, Secrets } from '../../platform.ts'

const account = 'backup-passphrase'
const storeKey = 'backup-sealed'

/** The passphrase of automatic backups. The keychain holds it; the settings only record that there is one. */
export class PassphraseKeeper {
  private readonly secrets: Secrets
  private readonly store: KeyValueStore
  /** Cached answer of the keychain, which may have to wait for a person. */
  private known: ReturnType<Secrets['get']> | null = null

  constructor(secrets: Secrets, store: KeyValueStore) {
    this.secrets = secrets
    this.store = store
  }

  /** The passphrase; null when there is none or the keychain has lost it. */
  async get(): Promise<string | null> {
    return (await this.find())?.secret ?? null
  }

  async state(): Promise<BackupState['sealing']> {
    if (this.store.get(storeKey) !== true) return 'off'
    const found = await this.find()
    if (found === null) return 'lost'
    return found.kept === 'keychain' ? 'kept' : 'run'
  }

  /** Stores a new passphrase; null turns encryption off. */
  async set(passphrase: string | null): Promise<void> {
    this.known = null
    if (passphrase === null) {
      this.store.set(storeKey, false)
      await this.secrets.delete(account)
      return
    }
    await this.secrets.set(account, passphrase)
    this.store.set(storeKey, true)
  }
  private async find(): ReturnType<Secrets['get']> {
    if (this.store.get(storeKey) !== true) return null
    this.known ??= this.secrets.get(account)
    return await this.known
  }
}
