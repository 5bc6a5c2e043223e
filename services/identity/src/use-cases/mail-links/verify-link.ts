import { hashToken } from '@walkon/service/link-tokens'
import { findSubject, lockByToken } from '../../db/one-time-tokens.ts'
import { PURPOSES, type VerificationType } from '../../domain/one-time-token.ts'
import { linkExpired } from '../refuse.ts'
import {
  lockSubject,
  useUpToken,
  type TokenUse,
  type VerificationDeps,
  type Verified,
} from './use-up-token.ts'

/** Uses up the link of a mail. Throws `otp_expired`. */
export async function verifyLink(
  deps: VerificationDeps,
  { token, type, ...use }: TokenUse & { token: string; type: VerificationType },
): Promise<Verified> {
  return deps.db.transaction(async (tx) => {
    const tokenHash = hashToken(token)
    await lockSubject(tx, await findSubject(tx, { tokenHash }))
    const row = await lockByToken(tx, tokenHash, PURPOSES[type], deps.now())
    if (!row) throw linkExpired()
    return useUpToken(deps, tx, row, use)
  })
}
