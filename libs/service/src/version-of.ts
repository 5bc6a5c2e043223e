import { hash } from 'node:crypto'

const SAFE_INTEGER_BYTES = 6

/**
 * The version of what somebody sees, by its contents: a decision names it, so that it holds for nothing else. Equal contents are one version,
 * and a change of a column that nobody sees makes no other.
 */
export const versionOf = (...seen: unknown[]): number =>
  hash('sha256', JSON.stringify(seen), 'buffer').readUIntBE(0, SAFE_INTEGER_BYTES)
