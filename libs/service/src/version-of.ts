import { hash } from 'node:crypto'

const SAFE_INTEGER_BYTES = 6

/**
 * Returns the version of the fields that a page shows, as a hash of them. A decision names this version and is refused for any other.
 * Changes of other columns leave the version as it is.
 */
export const versionOf = (...seen: unknown[]): number =>
  hash('sha256', JSON.stringify(seen), 'buffer').readUIntBE(0, SAFE_INTEGER_BYTES)
