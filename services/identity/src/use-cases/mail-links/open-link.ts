import type { Database } from '@walkon/service/database'
import { hashToken } from '@walkon/service/link-tokens'
import { lockByToken, saveAuthCode } from '../../db/one-time-tokens.ts'
import { PURPOSES, type VerificationType } from '../../domain/one-time-token.ts'
import { toAuthCode } from '../../secrets/one-time-secrets.ts'
import { linkExpired } from '../refuse.ts'

/** How long a PKCE client has to exchange the code of its link. */
const AUTH_CODE_MS = 5 * 60_000

/**
 * Where the link of a PKCE client leads: the address of that client, with a code that only it can exchange. The token stays valid, so
 * that a mail program that opened the link first does no harm. Throws `otp_expired`.
 */
export async function openLink(
  { db, now }: { db: Database; now: () => Date },
  { token, type }: { token: string; type: VerificationType },
): Promise<string> {
  return db.transaction(async (tx) => {
    const row = await lockByToken(tx, hashToken(token), PURPOSES[type], now())
    if (!row?.redirectTo || !row.codeChallenge) throw linkExpired()
    const code = toAuthCode(token)
    await saveAuthCode(tx, row.id, hashToken(code), new Date(now().getTime() + AUTH_CODE_MS))
    const target = new URL(row.redirectTo)
    target.searchParams.set('code', code)
    return target.href
  })
}
