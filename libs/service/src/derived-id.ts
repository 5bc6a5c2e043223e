import { hash } from 'node:crypto'

/**
 * A UUIDv5 (RFC 9562): the same namespace and name always make the same id, so a fact that is found twice,
 * or by two processes, is one fact.
 */
export function deriveId(namespace: string, name: string): string {
  const seed = Buffer.concat([Buffer.from(namespace.replaceAll('-', ''), 'hex'), Buffer.from(name)])
  const digest = hash('sha1', seed, 'hex')
  const variant = ((Number.parseInt(digest.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  // Joined and not concatenated: V8 keeps a concatenation as its parts, which in a cache of ids takes five times the memory.
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `5${digest.slice(13, 16)}`,
    `${variant}${digest.slice(18, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}
