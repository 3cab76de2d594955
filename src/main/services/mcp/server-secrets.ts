import { z } from 'zod'
import type { Secrets } from '../../platform.ts'
import { namedSecrets, type SecretValue } from '../../security/secrets/secret-strength.ts'
import type { StoredServer } from '../../storage/mcp-servers.ts'
import { parsed } from '../../storage/stored-json.ts'
import { accountOf } from './server-definition.ts'

const valuesSchema = z.object({
  environment: z.record(z.string(), z.string()).catch({}),
  headers: z.record(z.string(), z.string()).catch({}),
})

/** Values of a server's environment and headers, by their names. */
export type SecretValues = z.infer<typeof valuesSchema>

/** Returns the secrets among a server's values. */
export function secretsOf({ environment, headers }: SecretValues): readonly SecretValue[] {
  return [environment, headers].flatMap((values) =>
    Object.entries(values).flatMap(([name, value]) => namedSecrets(name, value)),
  )
}

/** Returns the secrets in a stored account of a server. */
export function secretsIn(stored: string): readonly SecretValue[] {
  const values = valuesSchema.safeParse(parsed(stored)).data
  return values === undefined ? [] : secretsOf(values)
}

/** A name with its value; null keeps the stored value. */
export interface SecretInput {
  readonly name: string
  readonly value: string | null
}

/** The secrets of servers: one keychain account for each. */
export class ServerSecrets {
  private readonly secrets: Secrets

  constructor(secrets: Secrets) {
    this.secrets = secrets
  }

  /** Resolves to the secrets of a server; null if the keychain lacks a value. */
  async get(server: StoredServer): Promise<(SecretValues & { readonly kept: 'keychain' | 'run' }) | null> {
    if (!hasSecrets(server)) return { environment: {}, headers: {}, kept: 'keychain' }
    const found = await this.secrets.get(accountOf(server))
    const values = valuesSchema.safeParse(parsed(found?.secret)).data
    if (found === null || values === undefined) return null
    const [names, known] =
      server.kind === 'stdio' ? [server.environmentNames, values.environment] : [server.headerNames, values.headers]
    return names.every((name) => Object.hasOwn(known, name)) ? { ...values, kept: found.kept } : null
  }

  /** Stores the values of the names that the server has. Values of other names are forgotten. */
  async putSecrets(
    server: StoredServer,
    environment: readonly SecretInput[],
    headers: readonly SecretInput[],
  ): Promise<void> {
    if (!hasSecrets(server)) {
      await this.secrets.delete(accountOf(server))
      return
    }
    const before = valuesSchema.safeParse(parsed((await this.secrets.get(accountOf(server)))?.secret)).data
    const values: SecretValues = {
      environment: valuesOf(environment, before?.environment ?? {}),
      headers: valuesOf(headers, before?.headers ?? {}),
    }
    await this.secrets.set(accountOf(server), JSON.stringify(values))
  }

  async removeSecrets(server: StoredServer): Promise<void> {
    await this.secrets.delete(accountOf(server))
  }
}

function hasSecrets({ kind, environmentNames, headerNames }: StoredServer): boolean {
  return (kind === 'stdio' ? environmentNames : headerNames).length > 0
}

function valuesOf(inputs: readonly SecretInput[], before: Readonly<Record<string, string>>): Record<string, string> {
  const values = inputs.flatMap(({ name, value }): [string, string][] => {
    const known = value ?? (Object.hasOwn(before, name) ? before[name] : undefined)
    return known === undefined ? [] : [[name, known]]
  })
  return Object.fromEntries(values)
}
