import { isIPv6 } from 'node:net'

/**
 * Whose tries are counted together: an IPv4 address, or the /64 of an IPv6 one, because whoever has one of its
 * addresses has all of them.
 */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const between = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: between }, () => '0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

const groupsOf = (text: string) => (text === '' ? [] : text.split(':'))
