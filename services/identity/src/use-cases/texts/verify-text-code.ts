import { hashAddress } from '@walkon/service/address-hash'
import { AppError } from '@walkon/service/errors'
import { countCodeTry } from '../../db/code-tries.ts'
import { findUserOfNumber } from '../../db/numbers.ts'
import { deleteTextCode, findTextCode, type TextCodeRow } from '../../db/text-codes.ts'
import { lockUser } from '../../db/users.ts'
import { MAX_CODE_ATTEMPTS } from '../../domain/one-time-token.ts'
import { startSession, type IssuedSession, type SessionOrigin } from '../sessions/issue-session.ts'
import type { MailLinkDeps } from '../mail-links/send-mail-link.ts'
import type { VerificationDeps } from '../mail-links/use-up-token.ts'

export type TypedTextCode = { number: string; code: string; isKnownDevice: boolean }

/** Signs in by the newest code of a number, once. Throws `otp_expired`; the try is counted even then. */
export async function verifyTextCode(
  deps: VerificationDeps & MailLinkDeps,
  { origin, ...typed }: TypedTextCode & { origin: SessionOrigin },
): Promise<IssuedSession> {
  const meant = await tryTextCode(deps, typed)
  if (!meant) throw wrongCode()
  return deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, meant.userId)
    const isUsable = await deleteTextCode(tx, meant.id)
    // The number may have stopped, or come to a second account, since the code was sent.
    const owner = await findUserOfNumber(tx, meant.numberHash)
    if (!user || !isUsable || owner?.id !== user.id) throw wrongCode()
    return startSession(deps, tx, user, 'sms', origin)
  })
}

/** Outside a transaction, so that a wrong code stays counted. */
async function tryTextCode(
  { db, codeMac, now }: VerificationDeps & MailLinkDeps,
  { number, code, isKnownDevice }: TypedTextCode,
): Promise<TextCodeRow | null> {
  const counted = await countCodeTry(db, number, ['text-sign-in'], isKnownDevice, now())
  const row = await findTextCode(db, hashAddress(number), now())
  if (!row) return null
  const before = isKnownDevice ? row.deviceTriesBefore : row.triesBefore
  if ((counted.get('text-sign-in') ?? 0) - before > MAX_CODE_ATTEMPTS) return null
  return codeMac.verify(`${row.id}:${code}`, Buffer.from(row.codeHash, 'hex')) ? row : null
}

const wrongCode = () => new AppError('otp_expired', 'Token has expired or is invalid')
