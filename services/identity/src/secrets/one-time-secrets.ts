import { createHash, randomBytes, randomInt } from 'node:crypto'

/** The token in the link of a mail: 256 random bits. */
export const newLinkToken = () => randomBytes(32).toString('base64url')

/** The code in a mail: six digits. */
export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** How a random token is kept (SHA-256, hex): it has too many values to be guessed from its hash. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * What a PKCE client exchanges for the session of a link. The same at every opening of the link, so that a mail
 * program that opens it again does not take back the code in use.
 */
export const toAuthCode = (linkToken: string) => hashToken(`code:${linkToken}`)

/** RFC 7636: what a client showed of its verifier when it began. */
export const toCodeChallenge = (verifier: string, method: 's256' | 'plain' | null) =>
  method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
