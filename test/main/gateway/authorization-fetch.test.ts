import { describe, expect, test } from 'vitest'
import {
  createAuthorizationFetch,
  signInAddress,
  signInRequestMaxMs,
} from '../../../src/main/gateway/authorization-fetch.ts'
import { AppFailure } from '../../../src/shared/errors.ts'
import { testedFetch, testedLinkFetch } from '../../fakes/fetches.ts'
import { loopbackServer } from '../../fakes/loopback-server.ts'

const remote = new URL('https://mcp.example.com/mcp')
const local = new URL('http://127.0.0.1:4000/mcp')
const office = new URL('https://mcp.corp/mcp')

describe('an address that a server names for its sign-in', () => {
  test.each([
    ['https://login.example.org/authorize?x=$(id)', remote],
    ['https://mcp.example.com:8443/authorize', remote],
    ['http://localhost:5000/authorize', local],
    ['https://login.example.org/', local],
    ['https://mcp.corp/authorize', office],
  ])('%s may be asked', (address, server) => {
    expect(signInAddress(address, server)?.href).toBe(new URL(address).href)
  })

  test.each([
    ['http://login.example.org/', remote],
    ['http://mcp.example.com/authorize', remote],
    ['http://localhost:5000/', remote],
    ['https://localhost:5000/', remote],
    ['https://169.254.169.254/', remote],
    ['https://[::ffff:a9fe:a9fe]/', remote],
    ['https://[::1]/', remote],
    ['https://2130706433/', remote],
    ['https://sso.corp/', remote],
    ['https://sso.corp/', office],
    ['https://192.168.0.1/', local],
    ['https://me:secret@login.example.org/', remote],
    ['javascript:alert(1)', remote],
    ['file:///etc/passwd', local],
    ['https:\\\\evil.example', remote],
    ['', remote],
  ])('%s may not', (address, server) => {
    expect(signInAddress(address, server)).toBeNull()
  })
})

test('an answer during a sign-in has at most 1 MiB, and redirects nowhere else', async () => {
  const server = await loopbackServer((request, response) => {
    if (request.url === '/elsewhere') response.writeHead(302, { location: '/' }).end()
    else response.end('x'.repeat(request.url === '/long' ? 1024 ** 2 + 1 : 1024 ** 2))
  })
  const ask = createAuthorizationFetch({
    fetch: testedFetch,
    linkFetch: testedLinkFetch(),
    server: new URL(server.origin),
    signal: new AbortController().signal,
  })
  const read = async (path: string) => (await (await ask(`${server.origin}${path}`)).text()).length
  expect(await read('/')).toBe(1024 ** 2)
  await expect(read('/long')).rejects.toMatchObject({ error: { code: 'answer_too_large' } })
  await expect(read('/elsewhere')).rejects.toMatchObject({ error: { code: 'redirected' } })
  await server.close()
})

test('a server that is silent during a sign-in is abandoned after 30 s, before and within its answer', async () => {
  const server = await loopbackServer((request, response) => {
    if (request.url === '/half') response.write('{"issuer":')
  })
  const ask = createAuthorizationFetch({
    fetch: testedFetch,
    linkFetch: testedLinkFetch(),
    server: new URL(server.origin),
    signal: new AbortController().signal,
    requestMs: 50,
  })
  const read = async (path: string) => await (await ask(`${server.origin}${path}`)).text()
  const late = (cause: unknown) =>
    cause instanceof AppFailure
      ? cause.error.code === 'timeout'
      : cause instanceof Error && cause.name === 'TimeoutError'
  for (const path of ['/never', '/half']) await expect(read(path), path).rejects.toSatisfy(late)
  expect(signInRequestMaxMs).toBe(30_000)
  await server.close()
})
