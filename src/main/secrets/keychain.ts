import { AsyncEntry } from '@napi-rs/keyring'
import type { Clock, Log, Secrets } from '../platform.ts'
import { createMemorySecrets } from './memory.ts'

const service = 'Atelier'
/** Account that is only read, never written: reading a missing account tests the keychain without leaving a trace. */
const probeAccount = 'atelier-probe'

/** The part of `AsyncEntry` that this module uses; one entry of a keychain. */
export type KeychainEntry = Pick<AsyncEntry, 'getPassword' | 'setPassword' | 'deletePassword'>

export interface KeychainOptions {
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
  /** Opens an entry; may throw when there is no keychain. */
  readonly open?: (account: string) => KeychainEntry
  /** Longest wait for the keychain, in ms. A user may have to unlock it first. */
  readonly patienceMs?: number
  /** Longest wait of `status`, in ms. */
  readonly probeMs?: number
}

/**
 * Stores secrets in the system's keychain: macOS Keychain, Windows Credential Manager, Secret Service on Linux. The
 * Linux store is pinned: the library would otherwise fall back silently to kernel memory, which a restart clears.
 * Without a working keychain a secret is kept in memory.
 */
export function createKeychain(options: KeychainOptions): Secrets {
  const run = createMemorySecrets()
  const open =
    options.open ?? ((account: string) => new AsyncEntry(service, account, { linux: { store: 'secret-service' } }))
  const patienceMs = options.patienceMs ?? 30_000

  async function ask<T>(account: string, ms: number, question: (entry: KeychainEntry) => Promise<T>): Promise<T> {
    return await within(options.clock, ms, async () => question(open(account)))
  }

  function note(event: string, cause: unknown): void {
    options.log('warn', event, { reason: reasonOf(cause) })
  }

  return {
    async status() {
      try {
        await ask(probeAccount, options.probeMs ?? 3000, (entry) => entry.getPassword())
        return { available: true, reason: null }
      } catch (cause) {
        return { available: false, reason: reasonOf(cause) }
      }
    },

    async get(account) {
      // a secret set in this run is newer than that of a keychain that refused the write
      const held = await run.get(account)
      if (held !== null) return held
      try {
        const secret = await ask(account, patienceMs, (entry) => entry.getPassword())
        return secret === null ? null : { secret, kept: 'keychain' }
      } catch (cause) {
        note('keychain.read_failed', cause)
        return null
      }
    },

    async set(account, secret) {
      try {
        await ask(account, patienceMs, (entry) => entry.setPassword(secret))
        await run.delete(account)
        return 'keychain'
      } catch (cause) {
        note('keychain.write_failed', cause)
        return await run.set(account, secret)
      }
    },

    async delete(account) {
      await run.delete(account)
      try {
        await ask(account, patienceMs, (entry) => entry.deletePassword())
      } catch (cause) {
        note('keychain.delete_failed', cause)
      }
    },
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

async function within<T>(clock: Pick<Clock, 'after'>, ms: number, work: () => Promise<T>): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const undo = clock.after(ms, () => reject(new Error(`the keychain did not answer within ${ms} ms`)))
    work().then(resolve, reject).finally(undo)
  })
}
