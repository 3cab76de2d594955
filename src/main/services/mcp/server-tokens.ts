import { z } from 'zod'
import type { Secrets } from '../../platform.ts'
import { type SecretValue, wholeSecret } from '../../security/secrets/secret-strength.ts'
import type { StoredServer } from '../../storage/mcp-servers.ts'
import { parsed } from '../../storage/stored-json.ts'
import { KeyedMutex } from '../../threads/keyed-mutex.ts'

const text = z.string()
const signedInSchema = z.object({
  /** Address that the sign-in was for. */
  url: text,
  /** Data of the authorization server that a refresh needs. */
  authority: z.object({
    issuer: text,
    authorization_endpoint: text,
    token_endpoint: text,
    response_types_supported: z.array(text),
    token_endpoint_auth_methods_supported: z.array(text).optional(),
  }),
  client: z.object({
    client_id: text,
    client_secret: text.optional(),
    token_endpoint_auth_method: text.optional(),
  }),
  /** Resource indicator of RFC 8707; null if the server names none. */
  resource: text.nullable(),
  tokens: z.object({
    access_token: text,
    token_type: text,
    refresh_token: text.optional(),
    scope: text.optional(),
  }),
})

/** Outcome of a sign-in: the client that was registered, and its tokens. */
export type SignedIn = z.infer<typeof signedInSchema>

/** Returns the secrets in a stored sign-in. */
export function tokensIn(stored: string): readonly SecretValue[] {
  const signedIn = signedInSchema.safeParse(parsed(stored)).data
  if (signedIn === undefined) return []
  const { client, tokens } = signedIn
  return [tokens.access_token, tokens.refresh_token ?? '', client.client_secret ?? ''].flatMap(wholeSecret)
}

/** Tokens of the sign-ins at servers: one account of the keychain for each, apart from the user's own secrets. */
export class ServerTokens {
  private readonly secrets: Secrets
  private readonly turns = new KeyedMutex()

  constructor(secrets: Secrets) {
    this.secrets = secrets
  }

  /** Resolves to the tokens of a server; null if nobody is signed in at exactly this address. */
  async get(server: StoredServer): Promise<(SignedIn & { readonly kept: 'keychain' | 'run' }) | null> {
    if (server.kind !== 'http') return null
    const found = await this.secrets.get(accountOf(server))
    const known = signedInSchema.safeParse(parsed(found?.secret)).data
    if (found === null || known === undefined || known.url !== server.url) return null
    return { ...known, kept: found.kept }
  }

  async putTokens(server: StoredServer, signedIn: SignedIn): Promise<void> {
    const account = accountOf(server)
    const kept = JSON.stringify(signedInSchema.parse(signedIn))
    await this.turns.run(account, async () => await this.secrets.set(account, kept))
  }

  /** Replaces tokens that were refreshed, unless they were removed or replaced meanwhile. */
  async refresh(server: StoredServer, before: SignedIn, after: SignedIn): Promise<void> {
    const account = accountOf(server)
    await this.turns.run(account, async () => {
      const now = await this.get(server)
      if (now?.tokens.access_token !== before.tokens.access_token) return
      await this.secrets.set(account, JSON.stringify(signedInSchema.parse(after)))
    })
  }

  async removeTokens(server: StoredServer): Promise<void> {
    const account = accountOf(server)
    if (server.kind === 'http') await this.turns.run(account, async () => await this.secrets.delete(account))
  }
}

/** Returns a keychain account with the origin, so that a changed address cannot send the tokens to another server. */
function accountOf({ id, url }: StoredServer): string {
  return `mcp-sign-in ${id} ${URL.canParse(url) ? new URL(url).origin : ''}`
}
