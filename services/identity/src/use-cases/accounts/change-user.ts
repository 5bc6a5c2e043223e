import { userNamed } from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import { demandAllowed } from '@walkon/service/allowed-emails'
import type { Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { Settings } from '../../config.ts'
import { deleteOneTimeTokens, findEmailChangeTries } from '../../db/one-time-tokens.ts'
import { deleteOtherSessions, lockOwner, type SessionRow } from '../../db/sessions.ts'
import { lockUser, saveUser, type UserRow } from '../../db/users.ts'
import { isRecovering } from '../../domain/authentication.ts'
import { displayNameOf, mergeMetadata } from '../../domain/user-metadata.ts'
import type { UserMetadata } from '../../domain/user.ts'
import { findWeaknesses } from '../../domain/weak-passwords.ts'
import { COMMON_PASSWORDS } from '../../secrets/common-passwords.ts'
import type { Asker, Limits } from '../../limits/attempts.ts'
import { demandProof, type GivenProof } from '../sessions/demand-proof.ts'
import type { ProofDeps } from './prove-owner.ts'
import { gone, validationFailed, WeakPassword } from '../refuse.ts'
import { notifyOfChange } from './notify-of-change.ts'
import { sendMailLink, type MailLinkDeps } from '../mail-links/send-mail-link.ts'

export type UserChangeDeps = ProofDeps & MailLinkDeps & { settings: Settings; limits: Limits }

export type UserChange = GivenProof &
  Asker & {
    email?: string | undefined
    password?: string | undefined
    data?: UserMetadata | undefined
  }

/**
 * Changes what a user may change of their own account. Throws GoTrue's `weak_password`, `same_password`,
 * `reauthentication_needed`, `reauthentication_not_valid`, `validation_failed`, `session_not_found`, and
 * `address-not-allowed`.
 */
export async function changeUser(
  deps: UserChangeDeps,
  user: UserRow,
  session: SessionRow,
  change: UserChange,
): Promise<UserRow> {
  const { db, limits, settings, now } = deps
  const { client, email, password, data } = change
  const newEmail = email !== undefined && email !== user.email ? email : null
  if (password !== undefined) await limits.proof(change, user)
  if (newEmail !== null) {
    demandAllowed(settings.ALLOWED_EMAILS, newEmail)
    await limits.mail(client, 'email-change', newEmail)
    await limits.emailChange(user.id)
  }
  const passwordHash = password === undefined ? null : await proveAndHash(deps, user, session, change)
  return db.transaction(async (tx) => {
    const current = await lockOwner(tx, session)
    if (!current) throw gone('session')
    const at = now()
    if (passwordHash !== null) {
      await saveUser(tx, user.id, { passwordHash }, at)
      await deleteOtherSessions(tx, user.id, session.id)
      await deleteOneTimeTokens(tx, user.id, ['recovery', 'sign-in', 'reauthentication'])
      await notifyOfChange(tx, current.email, 'password', at)
    }
    if (data !== undefined) {
      const merged = mergeMetadata(current.userMetadata, data)
      if ('problem' in merged) throw validationFailed(merged.problem)
      await saveUser(tx, user.id, { userMetadata: merged.metadata }, at)
      await publishName(tx, current, merged.metadata, at)
    }
    if (email !== undefined && email !== current.email) await askBothAddresses(deps, tx, current, email)
    return (await lockUser(tx, user.id)) ?? current
  })
}

/** The name that others see travels to the services that show it, if it has changed. */
async function publishName(tx: Transaction, user: UserRow, changed: UserMetadata, at: Date): Promise<void> {
  const displayName = displayNameOf(changed)
  if (displayName === displayNameOf(user.userMetadata)) return
  await emit(tx, userNamed, [{ data: { userId: user.id, displayName, namedAt: at.toISOString() } }])
}

async function proveAndHash(
  deps: UserChangeDeps,
  user: UserRow,
  session: SessionRow,
  { password = '', ...proof }: UserChange,
): Promise<string> {
  const weaknesses = findWeaknesses(password, user.email, COMMON_PASSWORDS)
  if (weaknesses.length > 0) throw new WeakPassword(weaknesses)
  const { LINK_MINUTES, RECENT_SIGN_IN_MINUTES } = deps.settings
  const recentMinutes = isRecovering(session.methods) ? LINK_MINUTES : RECENT_SIGN_IN_MINUTES
  await demandProof(deps, user, session, proof, recentMinutes)
  if (user.passwordHash && (await deps.passwords.verify(user.passwordHash, password)))
    throw new AppError('same_password', 'New password should be different from the old password.')
  return deps.passwords.hash(password)
}

async function askBothAddresses(
  deps: MailLinkDeps,
  tx: Transaction,
  user: UserRow,
  newEmail: string,
): Promise<void> {
  const change = { userId: user.id, newEmail }
  // Each change makes another code for the current address. All these codes share the tries of one.
  const tries = await findEmailChangeTries(tx, user.id, deps.now())
  await deleteOneTimeTokens(tx, user.id, ['email-change-current', 'email-change-new'])
  const ofCurrent = { ...change, purpose: 'email-change-current' as const, email: user.email }
  await sendMailLink(deps, tx, { ...ofCurrent, ...(tries && { tries }) })
  await sendMailLink(deps, tx, { ...change, purpose: 'email-change-new', email: newEmail })
}
