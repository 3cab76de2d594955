import type { Secrets } from '../../platform.ts'
import { PatternFinder } from './pattern-finder.ts'
import { formsOf } from './secret-forms.ts'
import type { SecretValue } from './secret-strength.ts'

/**
 * Maximum number of values remembered per account, newest first: a refreshed token's predecessor may still be valid.
 */
const valuesMax = 16

/**
 * All secrets that passed between the keychain and Atelier since it started. External data is searched for them.
 * Replaced and deleted ones stay known until Atelier quits, because pending answers may still quote them.
 */
export class KnownSecrets {
  private readonly values = new Map<string, readonly string[]>()
  private finder: PatternFinder | null = null

  /** Wraps the secrets store so that values become known when they are read or set. */
  over(secrets: Secrets, valuesIn: (stored: string) => readonly SecretValue[]): Secrets {
    return {
      status: () => secrets.status(),
      get: async (account) => {
        const found = await secrets.get(account)
        if (found !== null) this.learn(account, valuesIn(found.secret))
        return found
      },
      set: async (account, secret) => {
        this.learn(account, valuesIn(secret))
        return await secrets.set(account, secret)
      },
      delete: (account) => secrets.delete(account),
    }
  }

  /** Adds values of an account. */
  learn(account: string, values: readonly SecretValue[]): void {
    const before = this.values.get(account) ?? []
    const added = values.flatMap(({ isWatched, value }) =>
      isWatched === 'everywhere' && !before.includes(value) ? [value] : [],
    )
    if (added.length === 0) return
    this.values.set(account, [...before, ...new Set(added)].slice(-Math.max(valuesMax, values.length)))
    this.finder = null
  }

  finders(): readonly PatternFinder[] {
    this.finder ??= new PatternFinder([...this.values.values()].flat().flatMap(formsOf))
    return [this.finder]
  }
}
