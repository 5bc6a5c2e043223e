import { AppError } from '@walkon/service/errors'
import { hashToken } from '@walkon/service/link-tokens'
import { findSubject, lockByAuthCode } from '../../db/one-time-tokens.ts'
import { toCodeChallenge } from '../../secrets/one-time-secrets.ts'
import { lockSubject, useUpToken, type VerificationDeps, type Verified } from '../mail-links/use-up-token.ts'
import type { SessionOrigin } from './issue-session.ts'

/** PKCE's second step: a session for the code of a link. Throws `flow_state_not_found`, `flow_state_expired`, `bad_code_verifier`. */
export async function exchangeCode(
  deps: VerificationDeps,
  { code, verifier, origin }: { code: string; verifier: string; origin: SessionOrigin },
): Promise<Verified> {
  return deps.db.transaction(async (tx) => {
    const authCodeHash = hashToken(code)
    await lockSubject(tx, await findSubject(tx, { authCodeHash }))
    const row = await lockByAuthCode(tx, authCodeHash)
    if (!row) throw new AppError('flow_state_not_found', 'invalid flow state, no valid flow state found')
    if (!row.authCodeExpiresAt || row.authCodeExpiresAt <= deps.now())
      throw new AppError('flow_state_expired', 'invalid flow state, flow state has expired')
    if (toCodeChallenge(verifier, row.codeChallengeMethod) !== row.codeChallenge)
      throw new AppError('bad_code_verifier', 'code challenge does not match previously saved code verifier')
    // The app that has the verifier is the one that asked for the mail.
    return useUpToken(deps, tx, row, { origin, isOwnSignUp: () => true })
  })
}
