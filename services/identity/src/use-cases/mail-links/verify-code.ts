import { AppError } from '@walkon/service/errors'
import { lockByToken } from '../../db/one-time-tokens.ts'
import { PURPOSES, type VerificationType } from '../../domain/one-time-token.ts'
import { linkExpired } from '../refuse.ts'
import type { MailLinkDeps } from './send-mail-link.ts'
import { tryCode, type TypedCode } from './try-code.ts'
import {
  lockSubject,
  useUpToken,
  type TokenUse,
  type VerificationDeps,
  type Verified,
} from './use-up-token.ts'

/** Uses up the code of a mail. Throws `otp_expired`; the try is counted even then. */
export async function verifyCode(
  deps: VerificationDeps & MailLinkDeps,
  { type, origin, isOwnSignUp, ...typed }: TypedCode & TokenUse & { type: VerificationType },
): Promise<Verified> {
  const meant = await tryCode(deps, deps.db, PURPOSES[type], typed)
  if (!meant) throw new AppError('otp_expired', 'Token has expired or is invalid')
  return deps.db.transaction(async (tx) => {
    await lockSubject(tx, meant)
    const row = await lockByToken(tx, meant.tokenHash, PURPOSES[type], deps.now())
    if (!row) throw linkExpired()
    return useUpToken(deps, tx, row, { origin, isOwnSignUp })
  })
}
