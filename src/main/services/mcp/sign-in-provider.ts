import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
} from '@modelcontextprotocol/client'

export interface SignInProviderParts {
  readonly redirectUrl: string
  readonly state: string
  /** Scopes that the server asked for; empty for those of its metadata. */
  readonly scope: string
}

/** The authorization server cannot be used: it has no metadata, or no PKCE. */
export class UnsupportedSignIn extends Error {}

/**
 * One sign-in, in memory only. It begins without a client, so that each sign-in registers the port that it listens on:
 * many servers compare the whole address. It begins without tokens, so that the library always asks the user.
 */
export class SignInProvider implements OAuthClientProvider {
  readonly redirectUrl: string
  readonly clientMetadata: OAuthClientMetadata
  /** Address for the user's browser; null until it is known. */
  address: URL | null = null
  client: StoredOAuthClientInformation | null = null
  discovery: OAuthDiscoveryState | null = null
  resource: string | null = null
  private readonly stateValue: string
  private verifier = ''

  constructor({ redirectUrl, state, scope }: SignInProviderParts) {
    this.redirectUrl = redirectUrl
    this.stateValue = state
    this.clientMetadata = {
      client_name: 'Atelier',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...(scope === '' ? {} : { scope }),
    }
  }

  state(): string {
    return this.stateValue
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.client ?? undefined
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.client = client
  }

  tokens(): undefined {}

  saveTokens(): void {}

  redirectToAuthorization(address: URL): void {
    this.address = address
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier
  }

  codeVerifier(): string {
    return this.verifier
  }

  saveResourceUrl(resource: string): void {
    this.resource = resource
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovery ?? undefined
  }

  /** Keeps the metadata of the authorization server. Throws an UnsupportedSignIn before anything is registered. */
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    const metadata = state.authorizationServerMetadata
    // OAuth 2.1 and the protocol demand PKCE; without the metadata the issuer could not be checked either
    if (metadata?.code_challenge_methods_supported?.includes('S256') !== true)
      throw new UnsupportedSignIn('no metadata, or no PKCE')
    if (metadata.registration_endpoint === undefined) throw new UnsupportedSignIn('no registration')
    this.discovery = state
  }
}
