import { lookup } from 'node:dns'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

/** Which addresses of the internet may be called for a visitor: none of our own network, of this machine, or of a cloud's metadata. */

/** Special-purpose addresses of IPv4 (RFC 6890), with multicast and the reserved ones. */
const NOT_PUBLIC = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** IPv6 allots public addresses from one block alone. Within it: protocol assignments and Teredo, examples, and 6to4, which holds an address of IPv4. */
const PUBLIC_IPV6 = '2000::/3'
const NOT_PUBLIC_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const listOf = (ranges: string[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}
const closed = listOf(NOT_PUBLIC, 'ipv4')
const open6 = listOf([PUBLIC_IPV6], 'ipv6')
const closed6 = listOf(NOT_PUBLIC_IPV6, 'ipv6')

export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
    : !closed.check(address, 'ipv4')

/** A name that leads to no public address. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED'
}

/**
 * Resolves a name to its public addresses. As the lookup of a connection it leaves no time between the check and the call, in which a name
 * could change its address.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, [])
    const addresses = found.filter(({ address }) => isPublicAddress(address))
    const [first] = addresses
    if (!first) return callback(new AddressRefused('The name leads to no public address'), [])
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
