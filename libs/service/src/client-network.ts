import { isIP, isIPv6 } from 'node:net'

/**
 * The address that a proxy names as its client, without a port (`203.0.113.9:51234`, `[2001:db8::1]:51234`), which some load balancers add.
 * An IPv4 address in an IPv6 one (`::ffff:cb00:7109`) as IPv4.
 */
export function clientAddress(named: string): string {
  const address = /^\[(.+)\](?::\d+)?$/.exec(named)?.[1] ?? /^([\d.]+):\d+$/.exec(named)?.[1] ?? named
  if (isIP(address) !== 6) return address
  const groups = toGroups(address)
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return address
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

/**
 * Returns the network whose requests and tries are counted together: an IPv4 address, or the /56 of an IPv6 one, as households get it
 * (docs/decisions/client-networks.md).
 */
export function clientNetwork(named: string): string {
  const address = clientAddress(named)
  if (!isIPv6(address)) return address
  const [a = 0, b = 0, c = 0, d = 0] = toGroups(address)
  return `${[a, b, c, d & 0xff00].map((group) => group.toString(16)).join(':')}::/56`
}

/**
 * The site of a network: the /48 of an IPv6 address, of which one customer has 256 networks, or the /24 of an IPv4 one. For the share of a budget
 * that all clients have together, and for nothing else: a site can be many customers.
 */
export function clientSite(named: string): string {
  const address = clientAddress(named)
  if (!isIPv6(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  const [a = 0, b = 0, c = 0] = toGroups(address)
  return `${[a, b, c].map((group) => group.toString(16)).join(':')}::/48`
}

/** The eight numbers of an IPv6 address. */
function toGroups(address: string): number[] {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const between = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: between }, () => 0), ...after]
}

const groupsOf = (text: string): number[] => text.split(':').filter(Boolean).flatMap(toNumbers)

/** The last two groups may be written as an IPv4 address. */
function toNumbers(group: string): number[] {
  if (!group.includes('.')) return [Number.parseInt(group, 16)]
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}
