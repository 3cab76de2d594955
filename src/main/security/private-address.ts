import { BlockList, isIP } from 'node:net'

// two lists, because one with `::/3` matches every IPv4 address (`::ffff:a.b.c.d`)
const notPublicIpv4 = new BlockList()
const notPublicIpv6 = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublicIpv4.addSubnet(address, bits, 'ipv4')
}
for (const [address, bits] of [
  // everything outside 2000::/3, the only block of public addresses. `::/3` includes `::1`, embedded IPv4 (`::a.b.c.d`,
  // NAT64) and the discard block; `::ffff:a.b.c.d` is checked as an IPv4 address
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  // in 2000::/3 but not (or not only) public: Teredo and 6to4 embed an IPv4 address
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublicIpv6.addSubnet(address, bits, 'ipv6')
}

/**
 * Returns true if an IP address is public, so that a request to it cannot reach the user's own network. Invalid
 * addresses are not public. Ranges: IANA special-purpose address registries.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  if (family === 4) return !notPublicIpv4.check(address, 'ipv4')
  const mapped = mappedIpv4(address)
  return mapped === null ? !notPublicIpv6.check(address, 'ipv6') : isPublicAddress(mapped)
}

/** Returns the IPv4 address in `::ffff:a.b.c.d`, which URLs write as `::ffff:hhhh:hhhh`; null without one. */
function mappedIpv4(address: string): string | null {
  const tail = /^::ffff:([0-9a-f.:]+)$/i.exec(address)?.[1]
  if (tail === undefined) return null
  if (isIP(tail) === 4) return tail
  const [high, low] = tail.split(':').map((part) => Number.parseInt(part, 16))
  if (high === undefined || low === undefined) return null
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
