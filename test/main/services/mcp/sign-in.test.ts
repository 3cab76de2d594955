import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { createMemorySecrets } from '../../../../src/main/secrets/memory.ts'
import { externalUrl } from '../../../../src/main/security/external-url.ts'
import { signInMs } from '../../../../src/main/services/mcp/sign-ins.ts'
import type { McpServer } from '../../../../src/shared/mcp.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { AuthorizationServer } from '../../../fakes/authorization-server.ts'
import { loopbackServer } from '../../../fakes/loopback-server.ts'
import { ManualClock, type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

let platform: TestPlatform
let dispose: () => void
let app: App
let server: AuthorizationServer
let clock: ManualClock
const secrets = createMemorySecrets()
const id = randomUUID()

beforeEach(async () => {
  clock = new ManualClock()
  server = await AuthorizationServer.start()
  const made = testPlatform({ secrets, clock })
  platform = made.platform
  dispose = made.dispose
  app = await createApp(platform, { demo: false })
})

afterEach(async () => {
  await app.close()
  dispose()
  await server.close()
})

const client = new AppClient(() => app)
const call = client.call.bind(client)

/** Status of an answer to a GET, as a browser would follow the return. */
function visit(url: URL | string, host?: string): Promise<number> {
  return new Promise((resolve) => {
    const asked = request(url, host === undefined ? {} : { headers: { host } }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    asked.on('error', () => resolve(0))
    asked.end()
  })
}

async function until(fits: (server: McpServer) => boolean): Promise<McpServer> {
  const now = (): McpServer | undefined =>
    platform.events
      .of('mcp.changed')
      .at(-1)
      ?.find((one) => one.id === id)
  await platform.events.until('mcp.changed', () => {
    const found = now()
    return found !== undefined && fits(found)
  })
  return now() ?? Promise.reject(new Error('no such server'))
}

async function saved(url = server.url): Promise<void> {
  const none = { command: '', arguments: [], environment: [], headers: [] }
  await call('mcp.save', { id, name: 'Remote', kind: 'http', url, ...none })
  await until(({ state }) => state === 'failed' || state === 'ready')
}

/** Begins a sign-in; the page that the user would see. */
async function page(): Promise<string> {
  const { address } = await call('mcp.signIn', { id })
  return address ?? Promise.reject(new Error('no page'))
}

async function signedIn(): Promise<void> {
  await saved()
  expect(await visit(server.allowed(await page()))).toBe(200)
  await until(({ state, signIn }) => state === 'ready' && signIn === 'in')
}

const problem = async () => (await until(({ signInProblem }) => signInProblem !== null)).signInProblem

describe('a server that wants a sign-in', () => {
  test('a server that needs a sign-in reports it, is signed in to in the browser, and works', async () => {
    await saved()
    expect((await call('mcp.list', {}))[0]).toMatchObject({ problem: 'sign_in_needed', signIn: 'needed' })
    const address = await page()
    expect(externalUrl(address).ok).toBe(true)
    expect(new URL(address).searchParams.get('resource')).toBe(server.url)
    expect(await until(({ signIn }) => signIn === 'open')).toMatchObject({
      signInHost: new URL(server.authorityServer.origin).host,
    })
    const back = server.allowed(address)
    expect(await visit(back)).toBe(200)
    expect(await until(({ state }) => state === 'ready')).toMatchObject({ toolCount: 1 })
    // neither the page nor the log ever had a token, a code or the verifier
    const told = JSON.stringify(platform.events.seen) + platform.logged.join() + (await call('mcp.log', { id }))
    const request = server.tokenRequests[0]
    for (const secret of [
      ...server.tokens,
      ...server.refreshTokens,
      back.searchParams.get('code') ?? '?',
      request?.get('code_verifier') ?? '?',
    ])
      expect(told).not.toContain(secret)
  })

  test('a server keeps its tokens in the keychain, and is signed in at the next start', async () => {
    await signedIn()
    const account = `mcp-sign-in ${id} ${server.resourceServer.origin}`
    expect((await secrets.get(account))?.secret).toContain(server.tokens[0])
    await app.close()
    app = await createApp(platform, { demo: false })
    expect(await until(({ state }) => state === 'ready')).toMatchObject({ signIn: 'in' })
    expect(server.tokens).toHaveLength(1)
    await call('mcp.remove', { id })
    expect(await secrets.get(account)).toBeNull()
  })

  test('an expired token is refreshed once, and the used one is not kept', async () => {
    await signedIn()
    server.expire()
    await Promise.all([call('mcp.restart', { id }), call('mcp.restart', { id })])
    await until(({ state }) => state === 'ready')
    expect(server.tokens).toHaveLength(2)
    const kept = (await secrets.get(`mcp-sign-in ${id} ${server.resourceServer.origin}`))?.secret
    expect(kept).toContain(server.refreshTokens[1])
    expect(kept).not.toContain(server.refreshTokens[0])
  })

  test('the user is asked again when the grant is gone, but not when the service is down', async () => {
    await signedIn()
    server.expire()
    server.behaviour.token = { status: 503, body: 'down' }
    await call('mcp.restart', { id })
    expect(await until(({ state }) => state === 'failed')).toMatchObject({ problem: 'unreachable' })
    delete server.behaviour.token
    server.revoke()
    await call('mcp.restart', { id })
    expect(await until(({ problem }) => problem === 'sign_in_needed')).toMatchObject({ signIn: 'needed' })
    expect(await secrets.get(`mcp-sign-in ${id} ${server.resourceServer.origin}`)).toBeNull()
  })

  test.each([
    ['is down', 503, '{"status":503,"error":"Service Unavailable"}'],
    ['fails within', 500, '{"error":"internal_error"}'],
    ['is behind a page of another network', 200, '<html>Log in to the network</html>'],
    ['does not like the request', 400, '{"error":"invalid_request"}'],
    ['sends no token', 200, '{}'],
  ])('a server stays signed in if the service %s', async (_what, status, body) => {
    await signedIn()
    server.expire()
    server.behaviour.token = { status, body }
    await call('mcp.restart', { id })
    expect(await until(({ state }) => state === 'failed')).toMatchObject({ problem: 'unreachable', signIn: 'in' })
    delete server.behaviour.token
    await call('mcp.restart', { id })
    await until(({ state }) => state === 'ready')
    expect(server.tokens).toHaveLength(2)
  })

  test.each(['invalid_grant', 'invalid_client', 'unauthorized_client'])(
    'the user is asked again if the service answers %s',
    async (error) => {
      await signedIn()
      server.expire()
      server.behaviour.token = { status: 400, body: JSON.stringify({ error }) }
      await call('mcp.restart', { id })
      expect(await until(({ state }) => state === 'failed')).toMatchObject({
        problem: 'sign_in_needed',
        signIn: 'needed',
      })
      expect(await secrets.get(`mcp-sign-in ${id} ${server.resourceServer.origin}`)).toBeNull()
    },
  )

  test('a server that refuses fresh tokens too is not refreshed endlessly', async () => {
    await signedIn()
    server.behaviour.refusesTokens = true
    await call('mcp.restart', { id })
    await until(({ problem }) => problem === 'sign_in_needed')
    expect(server.tokens).toHaveLength(2)
  })

  test('signing out deletes the tokens', async () => {
    await signedIn()
    await call('mcp.signOut', { id })
    await until(({ signIn }) => signIn === 'needed')
    expect(await secrets.get(`mcp-sign-in ${id} ${server.resourceServer.origin}`)).toBeNull()
  })

  test('a server with a header of the user is not signed in to', async () => {
    const headers = [{ name: 'authorization', value: 'Bearer mine' }]
    const none = { command: '', arguments: [], environment: [] }
    await call('mcp.save', { id, name: 'Remote', kind: 'http', url: server.url, headers, ...none })
    expect(await until(({ state }) => state === 'failed')).toMatchObject({ problem: 'unauthorised', signIn: 'none' })
  })
})

describe('the return from the browser', () => {
  test("the browser's return is accepted once, and the port closes", async () => {
    await saved()
    const back = server.allowed(await page())
    expect(await visit(back)).toBe(200)
    await until(({ state }) => state === 'ready')
    expect([0, 410]).toContain(await visit(back))
    expect(server.tokenRequests).toHaveLength(1)
  })

  test('a return without the right state changes nothing', async () => {
    await saved()
    const back = server.allowed(await page())
    const wrong = (change: (url: URL) => void): URL => {
      const url = new URL(back)
      change(url)
      return url
    }
    for (const url of [
      wrong(({ searchParams }) => searchParams.set('state', 'guessed')),
      wrong(({ searchParams }) => searchParams.delete('state')),
      wrong(({ searchParams }) => searchParams.append('state', 'second')),
      wrong(({ searchParams }) => searchParams.append('code', 'second')),
      wrong((url) => {
        url.pathname = '/'
      }),
    ])
      expect(await visit(url)).toBe(400)
    expect(await visit(back, 'evil.example:80')).toBe(400)
    expect(server.tokenRequests).toHaveLength(0)
    expect(await visit(back)).toBe(200)
    await until(({ state }) => state === 'ready')
  })

  test.each([
    ['of another issuer', { iss: 'https://evil.example' }, 'mismatch'],
    ['without the issuer that was promised', { iss: null }, 'mismatch'],
    ['that was denied', { code: null, error: 'access_denied', error_description: 'Pay <b>me</b>' }, 'denied'],
    ['with another error', { code: null, error: 'server_error' }, 'failed'],
    ['with neither', { code: null }, 'failed'],
  ])('%s is reported, and no code is sent', async (_what, changes, expected) => {
    await saved()
    expect(await visit(server.allowed(await page(), changes))).toBe(200)
    expect(await problem()).toBe(expected)
    expect(server.tokenRequests).toHaveLength(0)
    expect(JSON.stringify(platform.events.seen)).not.toContain('Pay')
  })

  test('a refused code is not tried twice', async () => {
    await saved()
    server.behaviour.token = { status: 400, body: '{"error":"invalid_grant"}' }
    await visit(server.allowed(await page()))
    expect(await problem()).toBe('failed')
    expect(server.tokenRequests).toHaveLength(1)
  })

  test('the return is no longer awaited after five minutes, a cancel, another sign-in or the end', async () => {
    await saved()
    const late = server.allowed(await page())
    clock.advance(signInMs)
    expect(await problem()).toBe('expired')
    expect(await visit(late)).toBe(0)

    const cancelled = server.allowed(await page())
    await call('mcp.cancelSignIn', { id })
    expect(await visit(cancelled)).toBe(0)

    const first = server.allowed(await page())
    const second = server.allowed(await page())
    expect(await visit(first)).toBe(0)
    await app.close()
    expect(await visit(second)).toBe(0)
    expect(server.tokenRequests).toHaveLength(0)
    app = await createApp(platform, { demo: false })
  })
})

describe('a sign-in that leads to another server', () => {
  const addresses = [
    'http://169.254.169.254/latest/meta-data',
    'http://192.168.0.1/',
    'https://10.0.0.1/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://router.local/',
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
  ]

  test.each(addresses)('a server is not followed to %s', async (address) => {
    for (const behaviour of [
      { resource: { authorization_servers: [address] } },
      { metadata: { authorization_endpoint: address } },
      { metadata: { registration_endpoint: address } },
    ]) {
      Object.assign(server.behaviour, { resource: undefined, metadata: undefined }, behaviour)
      await saved()
      expect(await call('mcp.signIn', { id })).toEqual({ address: null })
      expect(['address', 'failed', 'unsupported']).toContain(await problem())
      await call('mcp.remove', { id })
    }
    // a token endpoint is asked last, with the code
    Object.assign(server.behaviour, { metadata: { token_endpoint: address } })
    await saved()
    const { address: open } = await call('mcp.signIn', { id })
    if (open !== null) {
      await visit(server.allowed(open))
      expect(['address', 'failed']).toContain(await problem())
    }
    expect(server.tokenRequests).toHaveLength(0)
  })

  test('a server that names another host for its metadata is not asked there', async () => {
    const stranger = await loopbackServer((_request, response) => response.end('{}'))
    server.behaviour.resourceMetadata = stranger.origin.replace('127.0.0.1', '192.168.255.1')
    await saved()
    const { address } = await call('mcp.signIn', { id })
    // the well-known address of the server itself is asked instead
    expect(address).toContain(server.authorityServer.origin)
    expect(stranger.paths).toEqual([])
    await stranger.close()
  })

  test('a redirect that would receive the code is not followed', async () => {
    const stranger = await loopbackServer((_request, response) => response.end('{}'))
    server.behaviour.tokenRedirect = `${stranger.origin}/token`
    await saved()
    await visit(server.allowed(await page()))
    expect(await problem()).toBe('unreachable')
    expect(stranger.paths).toEqual([])
    await stranger.close()
  })

  test('an issuer other than the one asked, or without PKCE, is refused', async () => {
    for (const [metadata, expected] of [
      [{ issuer: 'https://evil.example' }, 'mismatch'],
      [{ code_challenge_methods_supported: ['plain'] }, 'unsupported'],
      [{ code_challenge_methods_supported: undefined }, 'unsupported'],
      [{ registration_endpoint: undefined }, 'unsupported'],
    ] as const) {
      server.behaviour.metadata = metadata
      await saved()
      expect(await call('mcp.signIn', { id })).toEqual({ address: null })
      expect(await problem()).toBe(expected)
      await call('mcp.remove', { id })
    }
  })

  test("a sign-in page's address keeps characters that a shell would run", async () => {
    server.behaviour.metadata = { authorization_endpoint: `${server.authorityServer.origin}/a?x=$(touch%20/tmp/x)` }
    await saved()
    expect(externalUrl(await page()).ok).toBe(true)
  })
})

test('tokens are not sent to another address of the server', async () => {
  await signedIn()
  const stranger = await AuthorizationServer.start()
  await saved(stranger.url)
  expect(await until(({ problem }) => problem === 'sign_in_needed')).toMatchObject({ signIn: 'needed' })
  expect(await secrets.get(`mcp-sign-in ${id} ${server.resourceServer.origin}`)).toBeNull()
  await stranger.close()
})
