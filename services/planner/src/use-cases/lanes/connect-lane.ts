import {
  INVITATIONS_A_DAY,
  type LaneConnection,
  type LinkedInvitation,
  type SentInvitation,
} from '@walkon/contracts/http/lightning-lane'
import type { CountedMails } from '@walkon/runtime/counted-mails'
import { holdUser } from '@walkon/runtime/erased-users'
import { requestLetter } from '@walkon/runtime/request-letter'
import type { Account } from '@walkon/service/access-tokens'
import { demandAllowed, type AllowedEmails } from '@walkon/service/allowed-emails'
import type { Database } from '@walkon/service/database'
import { AppError, tooManyRequests } from '@walkon/service/errors'
import { hashToken, makeToken } from '@walkon/service/link-tokens'
import { randomUUID } from 'node:crypto'
import {
  countInvitationsSince,
  endInvitations,
  findInvitation,
  findInvitationByToken,
  insertInvitation,
  saveAnswered,
  type InvitationRow,
} from '../../db/lanes/lane-invitations.ts'
import { saveWatchedUntil } from '../../db/lanes/lane-days.ts'
import { findLastReading } from '../../db/lanes/lane-readings.ts'
import { INVITATION, withdrawInvitations } from './withdraw-invitations.ts'
import { toInvitationLetter } from '../../domain/lane-letters.ts'

export type ConnectDeps = {
  db: Database
  settings: { ALLOWED_EMAILS: AllowedEmails; LANE_INVITATION_HOURS: number }
  mails: CountedMails
  now: () => Date
}

const HOUR_MS = 3_600_000
/** A form that is sent twice was meant once: the link of the first mail works. */
const SAME_REQUEST_MS = 60_000
const DAY_MS = 24 * HOUR_MS

/** How the account is connected: its newest invitation, and whether its owner has pressed the button (decisions, section 7). */
export async function readConnection({ db, now }: ConnectDeps, userId: string): Promise<LaneConnection> {
  const invitation = await findInvitation(db, userId)
  if (!invitation) return { disneyAccount: null, isConnected: false }
  const isConnected = invitation.answeredAt !== null
  const isOver = invitation.expiresAt <= now()
  const lastSync = isConnected ? await findLastReading(db) : null
  return {
    isConnected,
    disneyAccount: {
      email: isOver && !isConnected ? null : invitation.invitedEmail,
      isConnected,
      invitationStatus: isConnected ? null : isOver ? 'expired' : 'pending',
      invitationSentAt: invitation.sentAt.toISOString(),
      expiresAt: invitation.expiresAt.toISOString(),
      lastSync: lastSync?.toISOString() ?? null,
    },
  }
}

/**
 * Mails an invitation; the same one again within a minute mails nothing. It takes the place of the one before, whose link works no more. Throws
 * `too-many-requests` for a fourth one of the account in 24 hours, `address-mailed-enough`, and `address-not-allowed`.
 */
export async function sendInvitation(
  { db, settings, mails, now: clock }: ConnectDeps,
  { account, client }: { account: Pick<Account, 'userId' | 'email'>; client: string },
  invitedEmail: string,
): Promise<SentInvitation> {
  const { userId } = account
  demandAllowed(settings.ALLOWED_EMAILS, invitedEmail)
  const now = clock()
  const expiresAt = new Date(now.getTime() + settings.LANE_INVITATION_HOURS * HOUR_MS)
  const token = makeToken()
  return db.transaction(async (tx) => {
    await holdUser(tx, userId, 'lane')
    const standing = await findInvitation(tx, userId)
    if (standing && isSameRequest(standing, invitedEmail, now)) return toSent(standing)
    const [first, ...others] = await countInvitationsSince(tx, userId, new Date(now.getTime() - DAY_MS))
    if (first && others.length + 1 >= INVITATIONS_A_DAY)
      throw tooManyRequests('lane-invitations', secondsUntil(first.getTime() + DAY_MS, now))
    await mails.count(tx, { email: invitedEmail, client, isOwners: account.email === invitedEmail }, now)
    await withdrawInvitations(tx, await endInvitations(tx, userId, now))
    const id = randomUUID()
    await insertInvitation(tx, {
      id,
      userId,
      invitedEmail,
      tokenHash: hashToken(token),
      sentAt: now,
      expiresAt,
    })
    await saveWatchedUntil(tx, [userId])
    const letter = toInvitationLetter({ token, expiresAt })
    const invited = { to: { email: invitedEmail }, about: id, occasion: INVITATION }
    await requestLetter(tx, 'planner', { ...invited, letter, useful: { until: expiresAt } }, now)
    return toSent({ sentAt: now, expiresAt })
  })
}

const isSameRequest = (standing: InvitationRow, invitedEmail: string, now: Date): boolean =>
  standing.invitedEmail === invitedEmail &&
  standing.expiresAt > now &&
  now.getTime() - standing.sentAt.getTime() < SAME_REQUEST_MS

const toSent = ({ sentAt, expiresAt }: Pick<InvitationRow, 'sentAt' | 'expiresAt'>): SentInvitation => ({
  success: true,
  message: 'The invitation is on its way.',
  invitation: { invitation_sent_at: sentAt.toISOString(), expires_at: expiresAt.toISOString() },
})

/** Ends the connection, and an invitation that waits. */
export async function disconnectLane({ db, now }: ConnectDeps, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await holdUser(tx, userId, 'lane')
    await withdrawInvitations(tx, await endInvitations(tx, userId, now()))
    await saveWatchedUntil(tx, [userId])
  })
}

/** Returns the effect of a mailed link. Changes nothing: a mail program that opens links connects nothing. Throws as the answer. */
export async function describeInvitation({ db, now }: ConnectDeps, token: string): Promise<LinkedInvitation> {
  return toLinked(working(await findInvitationByToken(db, hashToken(token)), now()))
}

/** The button was pressed: the account is connected. The same again changes nothing. Throws `lane-invitation-invalid`, `lane-invitation-expired`. */
export async function answerInvitation(
  { db, now: clock }: ConnectDeps,
  token: string,
): Promise<LinkedInvitation> {
  const tokenHash = hashToken(token)
  const found = working(await findInvitationByToken(db, tokenHash), clock())
  return db.transaction(async (tx) => {
    await holdUser(tx, found.userId, 'lane')
    const now = clock()
    const invitation = working(await findInvitationByToken(tx, tokenHash), now)
    if (invitation.answeredAt !== null) return toLinked(invitation)
    await saveAnswered(tx, invitation.id, now)
    await withdrawInvitations(tx, [invitation.id])
    await saveWatchedUntil(tx, [invitation.userId])
    return toLinked({ ...invitation, answeredAt: now })
  })
}

function working(invitation: InvitationRow | null, now: Date): InvitationRow {
  if (!invitation || invitation.endedAt !== null)
    throw new AppError('lane-invitation-invalid', 'This link is not one of ours, or a newer one was sent')
  if (invitation.answeredAt === null && invitation.expiresAt <= now)
    throw new AppError('lane-invitation-expired', 'This invitation has expired. Ask for another one.')
  return invitation
}

const toLinked = ({ answeredAt, expiresAt }: InvitationRow): LinkedInvitation => ({
  isConnected: answeredAt !== null,
  expiresAt: expiresAt.toISOString(),
})

const secondsUntil = (ms: number, now: Date) => Math.max(1, Math.ceil((ms - now.getTime()) / 1_000))
