import { expect, test } from 'vitest'
import { warmUp } from '../../../src/main/browser/warm-up.ts'
import { loopbackServer } from '../../fakes/loopback-server.ts'

test('sends one request without a key to the app’s own server, and ignores the refusal', async () => {
  const asked: unknown[] = []
  const server = await loopbackServer((request, response) => {
    asked.push([request.method, request.url, request.headers.authorization])
    response.writeHead(403).end('no')
  })
  const { port } = new URL(server.origin)
  await warmUp(Number(port))
  expect(asked).toEqual([['GET', '/v1/models', 'Bearer none']])
  await server.close()
  await warmUp(Number(port))
  expect(asked).toHaveLength(1)
})
