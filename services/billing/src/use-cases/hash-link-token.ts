import { createHash } from 'node:crypto'

/** SHA-256, hex. The table of links holds only this, so its reader can confirm nothing. */
export const hashLinkToken = (token: string): string => createHash('sha256').update(token).digest('hex')
