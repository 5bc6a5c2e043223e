import { hash } from 'node:crypto'

/** A batch of alerts asks for each of its addresses several times. */
const recent = new Map<string, string>()
const MOST_RECENT = 4_000

/**
 * SHA-256 of the normalised address, hex: how an address is recognised without being kept, and what events call it. The
 * same in every service, or an erasure would find nothing.
 */
export function hashAddress(address: string): string {
  const known = recent.get(address)
  if (known !== undefined) return known
  const hashed = hash('sha256', address.trim().toLowerCase(), 'hex')
  if (recent.size >= MOST_RECENT) recent.clear()
  recent.set(address, hashed)
  return hashed
}
