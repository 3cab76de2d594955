import type { Secrets } from '../platform.ts'

/** Stores secrets in memory until the app quits; used by tests and when there is no keychain. */
export function createMemorySecrets(reason = 'kept in memory for this run'): Secrets {
  const kept = new Map<string, string>()
  return {
    status: async () => ({ available: false, reason }),
    async get(account) {
      const secret = kept.get(account)
      return secret === undefined ? null : { secret, kept: 'run' }
    },
    async set(account, secret) {
      kept.set(account, secret)
      return 'run'
    },
    async delete(account) {
      kept.delete(account)
    },
  }
}
