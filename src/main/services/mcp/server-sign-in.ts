import { randomBytes } from 'node:crypto'
import {
  auth,
  exchangeAuthorization,
  IssuerMismatchError,
  type OAuthDiscoveryState,
  RegistrationRejectedError,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client'
import { AppFailure } from '../../../shared/errors.ts'
import type { McpSignInProblem } from '../../../shared/mcp.ts'
import { createAuthorizationFetch, signInAddress } from '../../gateway/authorization-fetch.ts'
import { listenForSignIn } from '../../gateway/sign-in-callback.ts'
import type { Fetch } from '../../platform.ts'
import type { SignedIn } from './server-tokens.ts'
import { SignInProvider, UnsupportedSignIn } from './sign-in-provider.ts'

export interface ServerSignInParts {
  /** Address of the server. */
  readonly url: string
  readonly scope: string
  readonly fetch: Fetch
  readonly linkFetch: Fetch
  /** Ends the sign-in, also while it waits for the user. */
  readonly signal: AbortSignal
}

/** A sign-in that waits for the user's browser. */
export interface OpenSignIn {
  /** Page of the authorization server; checked. */
  readonly address: URL
  /** Resolves when the user has signed in. Rejects with a SignInFailure, or with the signal's reason. */
  readonly finished: Promise<SignedIn>
}

/** Why a sign-in did not succeed. */
export class SignInFailure extends Error {
  readonly problem: McpSignInProblem

  constructor(problem: McpSignInProblem, detail = '') {
    super(detail)
    this.problem = problem
  }
}

/**
 * Begins a sign-in by OAuth 2.1 with PKCE: asks the server where to sign in, registers there, and listens for the
 * browser's return. Rejects with a SignInFailure.
 */
export async function beginSignIn(parts: ServerSignInParts): Promise<OpenSignIn> {
  const { url, scope, signal } = parts
  const server = new URL(url)
  let refusedHost: string | null = null
  const fetchFn = createAuthorizationFetch({ ...parts, server, refused: (host) => (refusedHost = host) })
  const state = randomBytes(32).toString('base64url')
  const callback = await listenForSignIn(state)
  const end = (): void => callback.close()
  signal.addEventListener('abort', end, { once: true })
  try {
    const provider = new SignInProvider({ redirectUrl: callback.redirectUrl, state, scope })
    await auth(provider, { serverUrl: server, fetchFn, ...(scope === '' ? {} : { scope }) })
    signal.throwIfAborted()
    const { address: given, discovery } = provider
    if (given === null || discovery === null) throw new SignInFailure('unsupported')
    const address = signInAddress(given.href, server)
    if (address === null) throw new SignInFailure('address', given.host)
    const finished = callback.returned.then((answer) => exchanged(answer, provider, discovery, url, fetchFn))
    return { address, finished: withSignal(finished, signal).finally(end) }
  } catch (cause) {
    end()
    signal.throwIfAborted()
    throw refusedHost === null ? failureOf(cause) : new SignInFailure('address', refusedHost)
  }
}

/** Exchanges the code of a return for tokens, once, whatever its outcome. */
async function exchanged(
  answer: URLSearchParams,
  provider: SignInProvider,
  { authorizationServerUrl, authorizationServerMetadata: metadata }: OAuthDiscoveryState,
  url: string,
  fetchFn: (input: string | URL, init?: RequestInit) => Promise<Response>,
): Promise<SignedIn> {
  try {
    const { client, resource } = provider
    if (metadata === undefined || client === null) throw new UnsupportedSignIn()
    const iss = answer.get('iss') ?? undefined
    const issParameterSupported = metadata.authorization_response_iss_parameter_supported === true
    validateAuthorizationResponseIssuer({ iss, expectedIssuer: metadata.issuer, issParameterSupported })
    const authorizationCode = answer.get('code')
    // the words of `error_description` are the server's, and are not shown
    if (authorizationCode === null)
      throw new SignInFailure(answer.get('error') === 'access_denied' ? 'denied' : 'failed')
    const tokens = await exchangeAuthorization(authorizationServerUrl, {
      metadata,
      clientInformation: client,
      authorizationCode,
      ...(iss === undefined ? {} : { iss }),
      codeVerifier: provider.codeVerifier(),
      redirectUri: provider.redirectUrl,
      ...(resource === null ? {} : { resource }),
      fetchFn,
    })
    return { url, authority: metadata, client, resource, tokens }
  } catch (cause) {
    throw failureOf(cause)
  }
}

function failureOf(cause: unknown): SignInFailure {
  if (cause instanceof SignInFailure) return cause
  if (cause instanceof UnsupportedSignIn || cause instanceof RegistrationRejectedError)
    return new SignInFailure('unsupported')
  if (cause instanceof IssuerMismatchError) return new SignInFailure('mismatch')
  if (!(cause instanceof AppFailure)) return new SignInFailure('failed')
  return new SignInFailure(cause.error.code === 'link_refused' ? 'address' : 'unreachable')
}

async function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
