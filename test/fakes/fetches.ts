import type { LookupFunction } from 'node:net'
import { createLinkFetch as createNodeLinkFetch, type Resolve } from '../../src/main/browser/link-fetch.ts'
import { createPatientFetch } from '../../src/main/browser/patient-fetch.ts'
import { createGatewayFetch } from '../../src/main/electron/gateway-fetch.ts'
import { createLinkFetch as createElectronLinkFetch } from '../../src/main/electron/link-fetch.ts'
import type { Fetch } from '../../src/main/platform.ts'
import { mayConnect } from '../../src/main/security/linked-host.ts'
import { ElectronNet, type Network } from './electron-net.ts'

/** Network under test: `npm run unit` runs network tests twice (vitest.config.ts). */
export const networkUnderTest: 'node' | 'electron' = process.env.TEST_NETWORK === 'electron' ? 'electron' : 'node'

/** Electron's network for this test file; unused when Node's is under test. */
export const electronNet = new ElectronNet()

const over = (net: ElectronNet) => ({
  open: (partition: string) => net.fromPartition(partition),
  request: (options: Parameters<ElectronNet['request']>[0]) => net.request(options),
})

/** The fetch of the shell under test. */
export const testedFetch: Fetch =
  networkUnderTest === 'node' ? createPatientFetch() : createGatewayFetch(over(electronNet))

/** The link fetch of the shell under test. `resolve` replaces name servers, `allows` the check for public addresses. */
export function testedLinkFetch(resolve?: Resolve, allows?: typeof mayConnect): Fetch {
  if (networkUnderTest === 'node') return createNodeLinkFetch(resolve, allows)
  const network: Network = resolve ? { lookup: lookupOf(resolve) } : {}
  return createElectronLinkFetch(over(new ElectronNet(network)), allows)
}

/**
 * A link fetch in a simulated internet: `answer` serves names with public addresses; other requests reach the real
 * network.
 */
export function pretendedLinkFetch(resolve: Resolve, answer: Fetch): Fetch {
  const real = testedLinkFetch(resolve)
  return async (input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input)
    const found = await resolve(hostname).catch(() => [])
    const isThere = found.length > 0 && found.every((address) => mayConnect(hostname, address))
    return await (isThere ? answer : real)(input, init)
  }
}

/** Name servers as Node asks them. */
export function lookupOf(resolve: Resolve): LookupFunction {
  return (host, options, done) => {
    resolve(host).then(
      (found) => {
        const all = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
        const [first] = all
        if (first === undefined) done(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }), '')
        else if (options.all) done(null, all)
        else done(null, first.address, first.family)
      },
      (cause) => done(cause, ''),
    )
  }
}
