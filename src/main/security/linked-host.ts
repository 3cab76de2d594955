import { BlockList, isIP } from 'node:net'
import { isPublicAddress } from './private-address.ts'

/** Names that no public server has: RFC 6761, RFC 6762, RFC 8375, and what routers and offices use instead. */
const privateNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|in-addr\.arpa|ip6\.arpa)$/

/** Addresses that a proxy on this computer answers for names, to be asked for them itself: "fake IP". */
const standIns = new BlockList()
standIns.addSubnet('198.18.0.0', 15, 'ipv4')

/**
 * Whether a link may lead to a host as far as its name tells: a public address, or a name with a dot that no private
 * network uses. `host` is as `URL.hostname` gives it. What the name leads to is `mayConnect`'s to say.
 */
export function isPublicHost(host: string): boolean {
  const name = bare(host)
  if (isIP(name) !== 0) return isPublicAddress(name)
  return name.includes('.') && !privateNames.test(name)
}

/**
 * Whether a connection for a link to `host` may go to this address: a public one, or the stand-in that a proxy on this
 * computer gave for a name. A stand-in that the link itself names is refused.
 */
export function mayConnect(host: string, address: string): boolean {
  if (isPublicAddress(address)) return true
  return isIP(bare(host)) === 0 && isIP(address) === 4 && standIns.check(address, 'ipv4')
}

function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}
