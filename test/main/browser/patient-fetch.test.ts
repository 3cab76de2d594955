import { expect, test } from 'vitest'
import { createPatientFetch } from '../../../src/main/browser/patient-fetch.ts'
import { loopbackServer } from '../../fakes/loopback-server.ts'

/** The options that undici's agent keeps of those it was made with. */
function optionsOf(dispatcher: unknown): unknown {
  if (typeof dispatcher !== 'object' || dispatcher === null) return null
  const key = Reflect.ownKeys(dispatcher).find((name) => String(name) === 'Symbol(options)')
  return key === undefined ? null : Reflect.get(dispatcher, key)
}

test('Node’s own timeouts are off, with the agent of its own undici', async () => {
  const server = await loopbackServer((_, response) => void response.end('here'))
  const dispatchers: unknown[] = []
  const patient = createPatientFetch(async (input, init) => {
    dispatchers.push(Reflect.get(init ?? {}, 'dispatcher'))
    return await fetch(input, init)
  })
  try {
    expect(await (await patient(server.origin, { method: 'POST', body: 'x' })).text()).toBe('here')
    await (await patient(new Request(server.origin))).text()
    expect(server.paths).toHaveLength(2)
    expect(optionsOf(dispatchers[0])).toMatchObject({ headersTimeout: 0, bodyTimeout: 0 })
    // one agent for all, because each agent has its own connections
    expect(dispatchers[1]).toBe(dispatchers[0])
  } finally {
    await server.close()
  }
})
