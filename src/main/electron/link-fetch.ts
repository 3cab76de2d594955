import { AppFailure, appError } from '../../shared/errors.ts'
import type { Fetch } from '../platform.ts'
import { mayConnect } from '../security/linked-host.ts'
import { partitionFor, systemWay } from './electron-routes.ts'
import { createGatewayFetch, type GatewayFetchParts, type GatewaySession } from './gateway-fetch.ts'

/** Name of the first session for links; in memory, like the gateways' sessions. */
const linkPartition = 'links'

/** The part of a session that this module uses. */
export interface LinkSession extends GatewaySession {
  /** Resolves to a PAC answer: routes, best first, each `DIRECT` or a proxy. */
  resolveProxy(url: string): Promise<string>
  resolveHost(host: string): Promise<{ readonly endpoints: readonly { readonly address: string }[] }>
  readonly webRequest: {
    onHeadersReceived(
      listener: (
        details: { readonly url: string; readonly ip?: string },
        answer: (decision: { cancel: boolean }) => void,
      ) => void,
    ): void
  }
}

/**
 * Creates Electron's fetch for foreign links. Without a proxy the host name is looked up first; with a proxy it is not,
 * because the proxy resolves it.
 * In both cases the connected address is checked before the answer is used. Fails with `link_refused`. The caller
 * checks literal addresses.
 */
export function createLinkFetch<S extends LinkSession>(
  { open, request, way: wayNow = () => systemWay }: Pick<GatewayFetchParts<S>, 'open' | 'request' | 'way'>,
  allows: typeof mayConnect = mayConnect,
): Fetch {
  const guarded = (partition: string): S => {
    const session = open(partition)
    session.webRequest.onHeadersReceived(({ url, ip }, answer) => {
      isAdmitted(session, url, ip, allows).then(
        (admitted) => answer({ cancel: !admitted }),
        () => answer({ cancel: true }),
      )
    })
    return session
  }
  const send = createGatewayFetch({ open: guarded, request, way: wayNow, partition: linkPartition })
  return async (input, init) => {
    // reuses the session that sends requests, so that it still has the addresses cached when it connects
    const present = wayNow()
    const asking = open(partitionFor(linkPartition, present))
    if (present.config !== null) await asking.setProxy(present.config)
    const { href, hostname } = new URL(input instanceof Request ? input.url : input)
    const [way] = waysOf(await asking.resolveProxy(href))
    if (way === null) {
      const found = await addressesOf(asking, hostname)
      if (!found.every((address) => allows(hostname, address))) throw refusal()
    }
    return await send(input, init).catch((cause: unknown) => {
      throw cause instanceof Error && /ERR_BLOCKED_BY_CLIENT/.test(cause.message) ? refusal(cause) : cause
    })
  }
}

/** Resolves to true if the connected address is allowed: it belongs to the link's host or to the proxy used. */
async function isAdmitted(
  session: LinkSession,
  url: string,
  ip: string | undefined,
  allows: typeof mayConnect,
): Promise<boolean> {
  if (ip !== undefined && allows(new URL(url).hostname, ip)) return true
  const proxies = waysOf(await session.resolveProxy(url)).filter((way): way is string => way !== null)
  if (ip === undefined) return proxies.length > 0
  for (const proxy of proxies) {
    const found: readonly string[] = await addressesOf(session, proxy).catch(() => [])
    if (found.includes(ip)) return true
  }
  return false
}

async function addressesOf(session: LinkSession, host: string): Promise<readonly string[]> {
  const { endpoints } = await session.resolveHost(host.replace(/^\[|\]$/g, ''))
  return endpoints.map(({ address }) => address)
}

/** Returns the hosts of the proxies in order; null means a direct connection. */
function waysOf(pac: string): readonly (string | null)[] {
  return pac
    .split(';')
    .map((way) => way.trim())
    .filter((way) => way !== '')
    .map((way) => {
      const [kind, address = ''] = way.split(/\s+/)
      return kind === 'DIRECT' || !URL.canParse(`http://${address}`) ? null : new URL(`http://${address}`).hostname
    })
}

function refusal(cause?: unknown): AppFailure {
  return new AppFailure(appError('link_refused', 'not a public address'), { cause })
}
