import { createHash } from 'node:crypto'

/** SHA-256, hex. Only the hash of a link or a tab is stored, so reading a table proves nothing. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')
