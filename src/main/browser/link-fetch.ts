import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { AppFailure, appError } from '../../shared/errors.ts'
import type { Fetch } from '../platform.ts'
import { mayConnect } from '../security/linked-host.ts'
import { createPatientFetch } from './patient-fetch.ts'

/** Resolves a host name to addresses. */
export type Resolve = (host: string) => Promise<readonly string[]>

const systemResolve: Resolve = async (host) => (await systemLookup(host, { all: true })).map(({ address }) => address)

/**
 * Creates Node's fetch for links from outside. It connects to the addresses it checked, so that a second DNS answer
 * cannot substitute a private one. If `allows` rejects any address of a name, the request fails with `link_refused`.
 */
export function createLinkFetch(resolve: Resolve = systemResolve, allows: typeof mayConnect = mayConnect): Fetch {
  const lookup: LookupFunction = (host, options, done) => {
    resolve(host).then(
      (found) => {
        const [first] = found
        if (first === undefined) done(Object.assign(new Error('a name without an address'), { code: 'ENOTFOUND' }), '')
        else if (!found.every((address) => allows(host, address)))
          done(new AppFailure(appError('link_refused', 'not a public address')), '')
        else if (options.all) done(null, found.map(withFamily))
        else done(null, first, withFamily(first).family)
      },
      (cause: unknown) => done(cause instanceof Error ? cause : new Error(String(cause)), ''),
    )
  }
  return createPatientFetch(undefined, lookup)
}

function withFamily(address: string): { readonly address: string; readonly family: 4 | 6 } {
  return { address, family: address.includes(':') ? 6 : 4 }
}
