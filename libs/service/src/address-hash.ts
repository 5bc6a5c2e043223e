import { hash } from 'node:crypto'

/**
 * SHA-256 of the normalised address, hex: how an address is recognised without being kept, and what events call it. The
 * same in every service, or an erasure would find nothing.
 */
export function hashAddress(address: string): string {
  return hash('sha256', address.trim().toLowerCase(), 'hex')
}
