import { hash, randomBytes } from 'node:crypto'

/** The token in the link of a mail, 256 random bits in base64url. */
export const makeToken = (): string => randomBytes(32).toString('base64url')

/** SHA-256, hex: how a token is kept. It has too many values to be guessed, so reading a table opens nothing. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex')
