import type { Database } from '@walkon/service/database'
import { deleteOneTimeTokens } from '../../db/one-time-tokens.ts'
import type { UserRow } from '../../db/users.ts'
import type { Passwords } from '../../secrets/passwords.ts'
import type { MailLinkDeps } from '../mail-links/send-mail-link.ts'
import { tryCode } from '../mail-links/try-code.ts'

export type ProofDeps = Pick<MailLinkDeps, 'codeMac' | 'now'> & { db: Database; passwords: Passwords }

export type Proof = {
  password?: string | undefined
  nonce?: string | undefined
  /** The account that this browser has proved to know, if any. */
  device: string | null
}

/** True if the password or the mailed code is right. A right code is used up. */
export async function proveOwner(
  deps: ProofDeps,
  user: UserRow,
  { password, nonce, device }: Proof,
): Promise<boolean> {
  const { db, passwords } = deps
  if (password !== undefined) return passwords.verify(user.passwordHash, password)
  const token = await tryCode(deps, db, ['reauthentication'], {
    email: user.email,
    code: nonce ?? '',
    isKnownDevice: device !== null,
  })
  if (!token || token.userId !== user.id) return false
  await deleteOneTimeTokens(db, user.id, ['reauthentication'])
  return true
}
