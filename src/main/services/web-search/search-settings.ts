import { z } from 'zod'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import {
  initialSearch,
  type SearchSettings,
  type SearchState,
  searchSettingsSchema,
} from '../../../shared/web-search.ts'
import { type SearchProvider, searchProviders } from '../../../shared/web-search-limits.ts'
import type { KeyValueStore, Secrets } from '../../platform.ts'
import { KeyedMutex } from '../../threads/keyed-mutex.ts'
import { providers } from './providers.ts'
import { searchAddress } from './search-address.ts'

const storeKey = 'webSearch'
/** Accounts whose keys the keychain holds. Stored because a locked keychain returns nothing. */
const accountsKey = 'webSearchAccounts'
const accountsSchema = z.array(z.string().max(3_000)).max(200).catch([])

/** The service in use, with its address and key. */
export interface SearchAccess {
  readonly provider: SearchProvider
  readonly address: string
  readonly key: string
}

/** Settings of the web search, and keys in the keychain. */
export class SearchSettingsStore {
  private readonly store: KeyValueStore
  private readonly secrets: Secrets
  private readonly saves = new KeyedMutex()
  /** Accounts whose keys are in memory only, because there is no keychain. */
  private readonly forRun = new Set<string>()

  constructor(store: KeyValueStore, secrets: Secrets) {
    this.store = store
    this.secrets = secrets
  }

  settings(): SearchSettings {
    return searchSettingsSchema.catch(initialSearch).parse(this.store.get(storeKey))
  }

  searchState(): SearchState {
    const settings = this.settings()
    const { provider } = settings
    const keys = searchProviders.filter((one) => this.hasKey(one, settings))
    const account = provider === null ? null : accountOf(provider, settings)
    const isReady = provider !== null && account !== null && (!providers[provider].needsKey || keys.includes(provider))
    return { settings, keys, isReady, isKeyForRun: account !== null && this.forRun.has(account) }
  }

  /** Stores settings and a key. Throws an AppFailure for an address that must not be used. */
  async saveSettings({ key, settings }: CallInput<'web.save'>): Promise<SearchState> {
    return await this.saves.run(storeKey, async () => {
      const { provider } = settings
      const address = provider === null ? '' : searchAddress(provider, settings.services[provider]?.address ?? '')
      if (provider !== null && key !== undefined) await this.keepKey(accountAt(provider, address), key.trim())
      this.store.set(storeKey, settings)
      return this.searchState()
    })
  }

  /**
   * Resolves to the access for settings, by default the stored ones; null if no service is chosen. A given key replaces
   * the stored one. Throws an AppFailure for an address that must not be used.
   */
  async access(settings: SearchSettings = this.settings(), given?: string): Promise<SearchAccess | null> {
    const { provider, services } = settings
    if (provider === null) return null
    const address = searchAddress(provider, services[provider]?.address ?? '')
    if (!providers[provider].needsKey) return { provider, address, key: '' }
    const key = given?.trim() || ((await this.secrets.get(accountAt(provider, address)))?.secret ?? '')
    return { provider, address, key }
  }

  private async keepKey(account: string, key: string): Promise<void> {
    const others = this.accounts().filter((other) => other !== account)
    this.forRun.delete(account)
    if (key === '') {
      await this.secrets.delete(account)
      this.store.set(accountsKey, others)
      return
    }
    const isKept = (await this.secrets.set(account, key)) === 'keychain'
    if (!isKept) this.forRun.add(account)
    this.store.set(accountsKey, isKept ? [...others, account].slice(-200) : others)
  }

  private hasKey(provider: SearchProvider, settings: SearchSettings): boolean {
    const account = providers[provider].needsKey ? accountOf(provider, settings) : null
    return account !== null && (this.forRun.has(account) || this.accounts().includes(account))
  }

  private accounts(): readonly string[] {
    return accountsSchema.parse(this.store.get(accountsKey))
  }
}

/** Returns the account of a service's key; null if its address must not be used. */
function accountOf(provider: SearchProvider, { services }: SearchSettings): string | null {
  try {
    return accountAt(provider, searchAddress(provider, services[provider]?.address ?? ''))
  } catch {
    return null
  }
}

/** Returns the account of a key. It contains the origin, so that the key cannot go to another server. */
function accountAt(provider: SearchProvider, address: string): string {
  return `web-search ${provider} ${new URL(address).origin}`
}
