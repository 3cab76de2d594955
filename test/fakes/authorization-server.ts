import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type LoopbackServer, loopbackServer } from './loopback-server.ts'

/** What the server does otherwise than a good one. */
export interface Behaviour {
  /** Members of its metadata that are replaced; undefined removes one. */
  metadata?: Readonly<Record<string, unknown>>
  /** Address of the protected resource's metadata that the 401 names. */
  resourceMetadata?: string
  /** Members of the protected resource's metadata that are replaced. */
  resource?: Readonly<Record<string, unknown>>
  /** Status of every answer of the token endpoint, with this body. */
  token?: { readonly status: number; readonly body: string }
  /** Where the token endpoint redirects to. */
  tokenRedirect?: string
  /** Refuses every token at the protected resource. */
  refusesTokens?: boolean
  /** Wants this scope at a call of a tool. */
  wantsScope?: string
}

interface Grant {
  readonly challenge: string
  readonly client: string
  readonly redirect: string
}

interface Message {
  readonly id?: number
  readonly method: string
}

/**
 * A real MCP server with a real authorization server beside it, both on loopback: discovery, registration, PKCE,
 * refresh with rotation.
 */
export class AuthorizationServer {
  readonly behaviour: Behaviour = {}
  /** Access tokens that were given, in order. */
  readonly tokens: string[] = []
  /** Refresh tokens that were given, in order. */
  readonly refreshTokens: string[] = []
  /** Bodies of requests to the token endpoint. */
  readonly tokenRequests: URLSearchParams[] = []
  private readonly grants = new Map<string, Grant>()
  private readonly clients = new Map<string, readonly string[]>()
  private readonly valid = new Set<string>()
  private readonly validRefresh = new Set<string>()

  static async start(): Promise<AuthorizationServer> {
    let server: AuthorizationServer | null = null
    const made = new AuthorizationServer(
      await loopbackServer((request, response) => void server?.resource(request, response)),
      await loopbackServer((request, response) => void server?.authority(request, response)),
    )
    server = made
    return made
  }

  readonly resourceServer: LoopbackServer
  readonly authorityServer: LoopbackServer

  private constructor(resource: LoopbackServer, authority: LoopbackServer) {
    this.resourceServer = resource
    this.authorityServer = authority
  }

  get url(): string {
    return `${this.resourceServer.origin}/mcp`
  }

  /** Makes all access tokens useless, as if they had expired. */
  expire(): void {
    this.valid.clear()
  }

  /** Makes all refresh tokens useless. */
  revoke(): void {
    this.validRefresh.clear()
  }

  /**
   * What the browser does with the page of the authorization server when the user allows it: returns to Atelier.
   * Resolves with the address of the return, which `changes` may alter.
   */
  allowed(page: string, changes: Readonly<Record<string, string | null>> = {}): URL {
    const asked = new URL(page).searchParams
    const redirect = asked.get('redirect_uri') ?? ''
    const client = asked.get('client_id') ?? ''
    if (!this.clients.get(client)?.includes(redirect)) throw new Error('a redirect that was not registered')
    if (asked.get('code_challenge_method') !== 'S256') throw new Error('no PKCE')
    const code = randomUUID()
    this.grants.set(code, { challenge: asked.get('code_challenge') ?? '', client, redirect })
    const back = new URL(redirect)
    back.searchParams.set('code', code)
    back.searchParams.set('state', asked.get('state') ?? '')
    back.searchParams.set('iss', this.authorityServer.origin)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) back.searchParams.delete(name)
      else back.searchParams.set(name, value)
    }
    return back
  }

  async close(): Promise<void> {
    await Promise.all([this.resourceServer.close(), this.authorityServer.close()])
  }

  private async resource(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const { origin } = this.resourceServer
    if (request.url?.startsWith('/.well-known/oauth-protected-resource')) {
      json(response, 200, {
        resource: this.url,
        authorization_servers: [this.authorityServer.origin],
        ...this.behaviour.resource,
      })
      return
    }
    if (!request.url?.startsWith('/mcp')) {
      response.writeHead(404).end()
      return
    }
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    if (!this.valid.has(token) || this.behaviour.refusesTokens) {
      const where = this.behaviour.resourceMetadata ?? `${origin}/.well-known/oauth-protected-resource/mcp`
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${where}"` }).end()
      return
    }
    if (request.method !== 'POST') {
      response.writeHead(405).end()
      return
    }
    const message: Message = JSON.parse(body)
    const wanted = this.behaviour.wantsScope
    if (message.method === 'tools/call' && wanted !== undefined) {
      response.writeHead(403, { 'www-authenticate': `Bearer error="insufficient_scope", scope="${wanted}"` }).end()
      return
    }
    if (message.id === undefined) response.writeHead(202).end()
    else json(response, 200, { jsonrpc: '2.0', id: message.id, result: resultOf(message) })
  }

  private async authority(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const { origin } = this.authorityServer
    switch (new URL(request.url ?? '', origin).pathname) {
      case '/.well-known/oauth-authorization-server':
        json(response, 200, {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          registration_endpoint: `${origin}/register`,
          response_types_supported: ['code'],
          grant_types_supported: ['authorization_code', 'refresh_token'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none'],
          authorization_response_iss_parameter_supported: true,
          ...this.behaviour.metadata,
        })
        return
      case '/register': {
        const asked: { redirect_uris: string[] } = JSON.parse(body)
        const client = randomUUID()
        this.clients.set(client, asked.redirect_uris)
        json(response, 201, { ...asked, client_id: client })
        return
      }
      case '/authorize':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Allow?</title>')
        return
      case '/token':
        this.token(new URLSearchParams(body), response)
        return
      default:
        response.writeHead(404).end()
    }
  }

  private token(asked: URLSearchParams, response: ServerResponse): void {
    this.tokenRequests.push(asked)
    if (this.behaviour.tokenRedirect !== undefined) {
      response.writeHead(307, { location: this.behaviour.tokenRedirect }).end()
      return
    }
    if (this.behaviour.token !== undefined) {
      const { status, body } = this.behaviour.token
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
      return
    }
    const isAllowed =
      asked.get('grant_type') === 'refresh_token'
        ? this.validRefresh.delete(asked.get('refresh_token') ?? '')
        : this.takesCode(asked)
    if (!isAllowed) {
      json(response, 400, { error: 'invalid_grant', error_description: 'nothing of that kind' })
      return
    }
    const access = `access-${randomUUID()}`
    const refresh = `refresh-${randomUUID()}`
    this.tokens.push(access)
    this.refreshTokens.push(refresh)
    this.valid.add(access)
    this.validRefresh.add(refresh)
    json(response, 200, { access_token: access, token_type: 'Bearer', expires_in: 3600, refresh_token: refresh })
  }

  private takesCode(asked: URLSearchParams): boolean {
    const grant = this.grants.get(asked.get('code') ?? '')
    this.grants.delete(asked.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url')
    return (
      grant !== undefined &&
      grant.challenge === challenge &&
      grant.client === asked.get('client_id') &&
      grant.redirect === asked.get('redirect_uri')
    )
  }
}

/** What a well-behaved server answers to a message. */
function resultOf({ method }: Message): object {
  if (method === 'initialize')
    return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'remote', version: '1' } }
  if (method === 'tools/list') return { tools: [{ name: 'look', inputSchema: { type: 'object' } }] }
  return method === 'tools/call' ? { content: [{ type: 'text', text: 'seen' }] } : {}
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
