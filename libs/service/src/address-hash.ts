import { createHash } from 'node:crypto'

/**
 * SHA-256 of the normalised address, hex: how an address is recognised without being kept, and what events call it. The
 * same in every service, or an erasure would find nothing.
 */
export function hashAddress(address: string): string {
  return createHash('sha256').update(address.trim().toLowerCase()).digest('hex')
}
