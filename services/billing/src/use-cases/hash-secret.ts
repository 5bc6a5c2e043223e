import { createHash } from 'node:crypto'

/** SHA-256, hex. Of links and of tabs only the hash is stored, so reading a table proves nothing. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')
