import { createHash } from 'node:crypto'

/** SHA-256 of the normalised address, hex: what suppressions and events know of it. */
export function hashAddress(address: string): string {
  return createHash('sha256').update(address.trim().toLowerCase()).digest('hex')
}
