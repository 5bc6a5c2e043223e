import { createHash, randomBytes } from 'node:crypto'

/** A token that cannot be guessed. */
export const makeLinkToken = (): string => randomBytes(32).toString('base64url')

/** SHA-256, hex. Only the hash is stored, so reading the table does not allow a confirmation. */
export const hashLinkToken = (token: string): string => createHash('sha256').update(token).digest('hex')
