import {
  type AuthProvider,
  extractWWWAuthenticateParams,
  OAuthError,
  OAuthErrorCode,
  refreshAuthorization,
} from '@modelcontextprotocol/client'
import { AppFailure } from '../../../shared/errors.ts'
import { createAuthorizationFetch } from '../../gateway/authorization-fetch.ts'
import type { Fetch } from '../../platform.ts'
import type { StoredServer } from '../../storage/mcp-servers.ts'
import { LaunchFailure } from './launch-failure.ts'
import type { ServerTokens } from './server-tokens.ts'

export interface ServerAuthorizationParts {
  readonly server: StoredServer
  readonly tokens: ServerTokens
  readonly fetch: Fetch
  readonly linkFetch: Fetch
  readonly signal: AbortSignal
  /** Hides tokens from logs. */
  readonly hide: (secrets: readonly string[]) => void
  /** Called when the server wants the user to sign in, with these scopes; empty for its usual ones. */
  readonly needed: (failure: LaunchFailure, scope: string) => void
}

/** Adds the token to requests to one server. Refreshes it once for all requests that were refused with it. */
export class ServerAuthorization implements AuthProvider {
  private readonly parts: ServerAuthorizationParts
  private refreshing: Promise<void> | null = null
  /** True if the token was refreshed and no request has been accepted with it yet. */
  private isUntried = false
  /** The `Authorization` headers of the requests that were refused, by their answers. */
  private readonly refused = new WeakMap<Response, string | null>()

  constructor(parts: ServerAuthorizationParts) {
    this.parts = parts
  }

  async token(): Promise<string | undefined> {
    return (await this.parts.tokens.get(this.parts.server))?.tokens.access_token
  }

  /**
   * Refreshes the token, unless the refused request carried an older one. Rejects with a LaunchFailure if only the user
   * can help.
   */
  async onUnauthorized({ response }: { readonly response: Response }): Promise<void> {
    this.refreshing ??= this.refresh(this.refused.get(response)).finally(() => {
      this.refreshing = null
    })
    await this.refreshing
  }

  /**
   * Examines an answer of the server to a request with this `Authorization` header: an insufficient permission needs
   * another sign-in.
   */
  examineAnswer(response: Response, carried: string | null): void {
    if (response.status < 400) this.isUntried = false
    if (response.status === 401) this.refused.set(response, carried)
    if (response.status !== 403) return
    const { error, scope = '' } = extractWWWAuthenticateParams(response)
    if (error === 'insufficient_scope') this.parts.needed(new LaunchFailure('sign_in_needed', ''), scope)
  }

  private async refresh(carried: string | null | undefined): Promise<void> {
    const { server, tokens } = this.parts
    const held = await tokens.get(server)
    // a request that was under way while another one refreshed the token
    if (held !== null && carried !== undefined && carried !== `Bearer ${held.tokens.access_token}`) return
    const token = held?.tokens.refresh_token
    if (held === null || token === undefined || this.isUntried) throw this.needed()
    const { authority, client, resource } = held
    try {
      const fresh = await refreshAuthorization(authority.issuer, {
        metadata: authority,
        clientInformation: client,
        refreshToken: token,
        ...(resource === null ? {} : { resource }),
        fetchFn: createAuthorizationFetch({ ...this.parts, server: new URL(server.url) }),
      })
      this.isUntried = true
      // an old refresh token may be used up, so the new one is kept before anything else happens
      await tokens.refresh(server, held, { ...held, tokens: { ...held.tokens, ...fresh } })
      this.parts.hide([fresh.access_token, fresh.refresh_token ?? ''])
    } catch (cause) {
      if (cause instanceof OAuthError && refusals.has(cause.code)) {
        await tokens.removeTokens(server)
        throw this.needed()
      }
      throw new LaunchFailure('unreachable', cause instanceof AppFailure ? cause.error.detail : '', true)
    }
  }

  private needed(): LaunchFailure {
    const failure = new LaunchFailure('sign_in_needed', '')
    this.parts.needed(failure, '')
    return failure
  }
}

/** Errors of a refresh that refuse the grant. Services use all others for other reasons too. */
const refusals: ReadonlySet<string> = new Set([
  OAuthErrorCode.InvalidGrant,
  OAuthErrorCode.InvalidClient,
  OAuthErrorCode.UnauthorizedClient,
])
