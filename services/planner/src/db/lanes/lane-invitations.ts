import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { instantOf, uuids } from '@walkon/service/sql-parameters'
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { laneInvitations } from '../schema.ts'

export type InvitationRow = typeof laneInvitations.$inferSelect

export async function insertInvitation(
  tx: Transaction,
  invitation: Pick<InvitationRow, 'id' | 'userId' | 'invitedEmail' | 'tokenHash' | 'sentAt' | 'expiresAt'>,
): Promise<void> {
  await tx.insert(laneInvitations).values(invitation)
}

/** Ends earlier invitations, answered or not, and forgets their address. Returns their ids. */
export async function endInvitations(tx: Transaction, userId: string, now: Date): Promise<string[]> {
  const ended = await tx
    .update(laneInvitations)
    .set({ endedAt: now, invitedEmail: null })
    .where(and(eq(laneInvitations.userId, userId), isNull(laneInvitations.endedAt)))
    .returning({ id: laneInvitations.id })
  return ended.map(({ id }) => id)
}

/** The invitation that stands; null without one. */
export async function findInvitation(db: Queryable, userId: string): Promise<InvitationRow | null> {
  const [row] = await db
    .select()
    .from(laneInvitations)
    .where(and(eq(laneInvitations.userId, userId), isNull(laneInvitations.endedAt)))
    .orderBy(desc(laneInvitations.sentAt))
    .limit(1)
  return row ?? null
}

export async function findInvitationByToken(db: Queryable, tokenHash: string): Promise<InvitationRow | null> {
  const [row] = await db.select().from(laneInvitations).where(eq(laneInvitations.tokenHash, tokenHash))
  return row ?? null
}

export async function countInvitationsSince(tx: Transaction, userId: string, since: Date): Promise<Date[]> {
  const rows = await tx
    .select({ sentAt: laneInvitations.sentAt })
    .from(laneInvitations)
    .where(and(eq(laneInvitations.userId, userId), gt(laneInvitations.sentAt, since)))
    .orderBy(laneInvitations.sentAt)
  return rows.map(({ sentAt }) => sentAt)
}

/** The button of the link was pressed: the address stays, for its account to see, until the connection ends. */
export async function saveAnswered(tx: Transaction, id: string, answeredAt: Date): Promise<void> {
  await tx.update(laneInvitations).set({ answeredAt }).where(eq(laneInvitations.id, id))
}

/** The invitations of these accounts whose addresses are kept. */
export async function listAddressedInvitations(tx: Transaction, userIds: string[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from lane_invitations where user_id = any(${uuids(userIds)}) and invited_email is not null`)
  return rows.map(({ id }) => id)
}

/** Deletes the addresses of invitations that expired without an answer. Returns their ids. */
export async function forgetExpiredAddresses(tx: Transaction, now: Date, limit: number): Promise<string[]> {
  const forgotten = await tx.execute<{ id: string }>(sql`
    update lane_invitations set invited_email = null where id = any(array(
      select id from lane_invitations
      where invited_email is not null and answered_at is null and expires_at <= ${instantOf(now)} limit ${limit}))
    returning id`)
  return forgotten.map(({ id }) => id)
}

/** Deletes invitations that do not connect and are older than that. Returns how many. */
export async function deleteInvitationsBefore(db: Database, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from lane_invitations where id = any(array(
      select id from lane_invitations
      where sent_at < ${instantOf(before)} and (answered_at is null or ended_at is not null)
      limit ${limit}))`)
  return deleted.count
}
