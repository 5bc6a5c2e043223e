import type { Queryable } from '@walkon/service/database'
import { tryCodes, type OneTimeTokenRow } from '../db/one-time-tokens.ts'
import type { TokenPurpose } from '../domain/one-time-token.ts'
import type { MailLinkDeps } from './send-mail-link.ts'

/** The mailed token that a typed code belongs to, or null. Counts the try, also outside of any transaction. */
export async function tryCode(
  { codeMac, now }: Pick<MailLinkDeps, 'codeMac' | 'now'>,
  db: Queryable,
  email: string,
  purposes: TokenPurpose[],
  code: string,
): Promise<OneTimeTokenRow | null> {
  const candidates = await tryCodes(db, email, purposes, now())
  const meant = candidates.find(({ id, codeHash }) =>
    codeMac.verify(`${id}:${code}`, Buffer.from(codeHash, 'hex')),
  )
  return meant ?? null
}
