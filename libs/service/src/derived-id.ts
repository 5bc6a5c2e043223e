import { hash } from 'node:crypto'

/** A UUIDv5 (RFC 9562). The same namespace and name always make the same id, so a fact found twice, or by two processes, is one fact. */
export function deriveId(namespace: string, name: string): string {
  const digest = digestOf(namespace, name)
  return joined(digest.slice(0, 8), digest.slice(8, 12), `5${digest.slice(13, 16)}`, digest)
}

/**
 * The same for facts in great numbers, as a UUIDv8 that begins with their instant (to the millisecond) and the first bits of the namespace.
 * Indexes of such ids grow at their end, and facts of one instant stand in the order of their namespaces.
 */
export function deriveIdAt(at: Date, namespace: string, name: string): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return joined(time.slice(0, 8), time.slice(8, 12), `8${namespace.slice(0, 3)}`, digestOf(namespace, name))
}

function digestOf(namespace: string, name: string): string {
  const seed = Buffer.concat([Buffer.from(namespace.replaceAll('-', ''), 'hex'), Buffer.from(name)])
  return hash('sha1', seed, 'hex')
}

/** The second half of an id is always of the digest. */
function joined(low: string, mid: string, high: string, digest: string): string {
  const variant = ((Number.parseInt(digest.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  // Joined and not concatenated: V8 keeps a concatenation as its parts, which in a cache of ids takes five times the memory.
  return [low, mid, high, `${variant}${digest.slice(18, 20)}`, digest.slice(20, 32)].join('-')
}
