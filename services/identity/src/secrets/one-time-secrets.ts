import { hashToken } from '@walkon/service/link-tokens'
import { createHash, randomInt } from 'node:crypto'
import type { ChallengeMethod } from '../domain/one-time-token.ts'

/** The code in a mail: six digits. */
export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/**
 * The code that a PKCE client exchanges for the session of a link. The same at every opening of the link, so that a mail program that opens
 * it again does not take back the code in use.
 */
export const toAuthCode = (linkToken: string) => hashToken(`code:${linkToken}`)

/** RFC 7636: what a client showed of its verifier when it began. */
export const toCodeChallenge = (verifier: string, method: ChallengeMethod | null) =>
  method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
