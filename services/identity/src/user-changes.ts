import type { Database, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { Settings } from './config.ts'
import { deleteOneTimeTokens } from './db/one-time-tokens.ts'
import { deleteOtherSessions, type SessionRow } from './db/sessions.ts'
import { lockUser, saveUser, type UserRow } from './db/users.ts'
import { isRecovering, lastProvenMs } from './domain/authentication.ts'
import { gone, WeakPassword } from './gotrue-errors.ts'
import { tellOfChange, type MailLinks } from './mail-links.ts'
import type { Passwords } from './passwords.ts'
import { findWeaknesses } from './weak-passwords.ts'

export type UserChangeDeps = {
  db: Database
  settings: Settings
  passwords: Passwords
  mailLinks: MailLinks
  now: () => Date
}

export type AskedChange = {
  email?: string | undefined
  password?: string | undefined
  currentPassword?: string | undefined
  nonce?: string | undefined
  data?: Record<string, unknown> | undefined
}

const MINUTE_MS = 60_000

/**
 * Changes what a user may change of their own account. Throws GoTrue's `weak_password`, `same_password`,
 * `reauthentication_needed`, `reauthentication_not_valid`, `validation_failed`.
 */
export async function changeUser(
  deps: UserChangeDeps,
  user: UserRow,
  session: SessionRow,
  asked: AskedChange,
): Promise<UserRow> {
  const { db, now } = deps
  const passwordHash = asked.password === undefined ? null : await proveAndHash(deps, user, session, asked)
  return db.transaction(async (tx) => {
    const current = await lockUser(tx, user.id)
    if (!current) throw gone('user')
    const at = now()
    if (passwordHash !== null) {
      await saveUser(tx, user.id, { passwordHash }, at)
      await deleteOtherSessions(tx, user.id, session.id)
      await deleteOneTimeTokens(tx, user.id, ['recovery', 'sign-in', 'reauthentication'])
      await tellOfChange(tx, user.email, 'password', at)
    }
    if (asked.data !== undefined)
      await saveUser(tx, user.id, { userMetadata: mergeMetadata(current.userMetadata, asked.data) }, at)
    if (asked.email !== undefined && asked.email !== current.email)
      await askBothAddresses(deps, tx, current, asked.email)
    return (await lockUser(tx, user.id)) ?? current
  })
}

async function proveAndHash(
  deps: UserChangeDeps,
  user: UserRow,
  session: SessionRow,
  { password = '', currentPassword, nonce }: AskedChange,
): Promise<string> {
  const weaknesses = findWeaknesses(password, user.email)
  if (weaknesses.length > 0) throw new WeakPassword(weaknesses)
  await prove(deps, user, session, { currentPassword, nonce })
  if (user.passwordHash && (await deps.passwords.verify(user.passwordHash, password)))
    throw new AppError(422, 'same_password', 'New password should be different from the old password.')
  return deps.passwords.hash(password)
}

/** A session that was left open somewhere must not be enough to take the account over. */
async function prove(
  deps: UserChangeDeps,
  user: UserRow,
  session: SessionRow,
  { currentPassword, nonce }: Pick<AskedChange, 'currentPassword' | 'nonce'>,
): Promise<void> {
  if (currentPassword !== undefined || nonce !== undefined) {
    if (await isStillThem(deps, user, { password: currentPassword, nonce })) return
    throw new AppError(
      422,
      'reauthentication_not_valid',
      'Nonce or current password has expired or is invalid',
    )
  }
  const { settings, now } = deps
  const age = now().getTime() - lastProvenMs(session.methods)
  const recentMinutes = isRecovering(session.methods)
    ? settings.LINK_MINUTES
    : settings.RECENT_SIGN_IN_MINUTES
  if (age <= recentMinutes * MINUTE_MS) return
  throw new AppError(400, 'reauthentication_needed', 'Password update requires reauthentication.')
}

/** Whether it is still the user who asks: by their password, or by the code of a mail, which is used up. */
export async function isStillThem(
  { db, passwords, mailLinks }: Pick<UserChangeDeps, 'db' | 'passwords' | 'mailLinks'>,
  user: UserRow,
  { password, nonce }: { password?: string | undefined; nonce?: string | undefined },
): Promise<boolean> {
  if (password !== undefined) return passwords.verify(user.passwordHash, password)
  const token = await mailLinks.findByCode(db, user.email, ['reauthentication'], nonce ?? '')
  if (!token || token.userId !== user.id) return false
  await deleteOneTimeTokens(db, user.id, ['reauthentication'])
  return true
}

const METADATA_BYTES = 8 * 1024
const NAMES = { full_name: 100, display_name: 40 } as const

/** As GoTrue does it: what is named is replaced, null takes it away. */
export function mergeMetadata(
  current: Record<string, unknown>,
  change: Record<string, unknown>,
): Record<string, unknown> {
  const merged = Object.fromEntries(
    Object.entries({ ...current, ...tidyNames(change) }).filter(([, value]) => value !== null),
  )
  if (Buffer.byteLength(JSON.stringify(merged)) > METADATA_BYTES)
    throw new AppError(422, 'validation_failed', 'This is too much to keep about a user')
  return merged
}

/** Names are shown to others: one line, of a length that fits. An empty one is none. */
function tidyNames(metadata: Record<string, unknown>): Record<string, unknown> {
  const tidied = { ...metadata }
  for (const [name, most] of Object.entries(NAMES)) {
    const value = tidied[name]
    if (value === undefined || value === null) continue
    const text = typeof value === 'string' ? value.replace(/[\s\p{C}]+/gu, ' ').trim() : null
    if (text === null || Array.from(text).length > most)
      throw new AppError(422, 'validation_failed', `${name} must be text of at most ${most} characters`)
    tidied[name] = text === '' ? null : text
  }
  return tidied
}

async function askBothAddresses(
  { mailLinks }: UserChangeDeps,
  tx: Transaction,
  user: UserRow,
  newEmail: string,
): Promise<void> {
  const change = { userId: user.id, newEmail }
  await deleteOneTimeTokens(tx, user.id, ['email-change-current', 'email-change-new'])
  await mailLinks.send(tx, { ...change, purpose: 'email-change-current', email: user.email })
  await mailLinks.send(tx, { ...change, purpose: 'email-change-new', email: newEmail })
}
