import { afterAll, beforeAll, expect, test } from 'vitest'
import { FactsService } from '../../../../../src/main/services/connections/facts/facts-service.ts'
import { testedFetch } from '../../../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer } from '../../../../fakes/loopback-server.ts'
import { ManualClock } from '../../../../fakes/platform.ts'

let server: LoopbackServer
let asked = 0
beforeAll(async () => {
  server = await loopbackServer((request, response) => {
    asked += 1
    const window = request.url?.startsWith('/large/') ? 9000 : 5000
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: 'mine', context_length: window }))
  })
})
afterAll(async () => await server.close())

test("the gateway's card is requested once, and again if its connection has another address", async () => {
  let baseUrl = `${server.origin}/small/v1`
  const facts = new FactsService({
    fetch: testedFetch,
    clock: new ManualClock(),
    ending: new AbortController().signal,
    catalogues: { get: () => null },
    connections: { access: async () => ({ baseUrl, apiKey: 'sk-of-a-test' }), addressOf: () => baseUrl },
    settings: () => ({ modelWindowOf: {}, modelAbilityOf: {} }),
  })
  const windowOf = async (ask: boolean) =>
    (await facts.factsOf({ connectionId: 'c', model: 'mine', ask })).window?.value
  expect(await windowOf(false)).toBeUndefined()
  expect([await windowOf(true), await windowOf(true), await windowOf(false), asked]).toEqual([5000, 5000, 5000, 1])
  baseUrl = `${server.origin}/large/v1`
  expect(await windowOf(false)).toBeUndefined()
  expect([await windowOf(true), await windowOf(false), asked]).toEqual([9000, 9000, 2])
})
