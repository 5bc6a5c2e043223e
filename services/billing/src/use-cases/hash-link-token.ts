import { createHash } from 'node:crypto'

/** SHA-256, hex. The table of links stores only the hash, so reading the table does not allow a confirmation. */
export const hashLinkToken = (token: string): string => createHash('sha256').update(token).digest('hex')
