import type { DataExport } from '@walkon/contracts/http/data-export'
import { listActionsOf } from '@walkon/runtime/admin-actions'
import type { Database } from '@walkon/service/database'
import { and, eq, getTableColumns, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { hashAddress } from '@walkon/service/address-hash'
import {
  affiliateApplications,
  assistDays,
  confirmations,
  guarantees,
  orders,
  parks,
  passes,
  passWindows,
  planPayments,
  plans,
  promoRedemptions,
} from './schema.ts'

/** The client's address of an order that its owner placed: who placed an unproven one can be another person. */
const CONSENT_FROM = sql<string | null>`case when ${orders.isProven} then ${orders.consentFrom} end`

/** Everything that is stored under an account or its address, without hashes and links; the oldest first. */
export async function listDataOf(
  db: Database,
  { userId, email }: { userId: string; email: string },
): Promise<DataExport> {
  const isTheirs = eq(orders.email, email)
  const { tabKeyHash: ____, ...order } = withoutHash(getTableColumns(orders))
  const redemption = withoutHash(getTableColumns(promoRedemptions))
  const { url: _, checkAt: __, version: ___, ...plan } = getTableColumns(plans)
  return {
    adminActions: await listActionsOf(db, userId),
    orders: await db
      .select({ ...order, consentFrom: CONSENT_FROM, parkName: parks.name })
      .from(orders)
      .leftJoin(parks, eq(parks.id, orders.parkId))
      .where(isTheirs)
      .orderBy(orders.createdAt),
    passes: await db
      .select(getTableColumns(passes))
      .from(passes)
      .innerJoin(orders, eq(orders.id, passes.orderId))
      .where(isTheirs)
      .orderBy(passes.activatedAt),
    passWindows: await db
      .select(getTableColumns(passWindows))
      .from(passWindows)
      .innerJoin(passes, eq(passes.id, passWindows.passId))
      .innerJoin(orders, eq(orders.id, passes.orderId))
      .where(isTheirs)
      .orderBy(passWindows.startsAt),
    guarantees: await listGuarantees(db, email),
    plans: await db.select(plan).from(plans).where(eq(plans.userId, userId)).orderBy(plans.createdAt),
    planPayments: await db
      .select(getTableColumns(planPayments))
      .from(planPayments)
      .innerJoin(plans, eq(plans.id, planPayments.planId))
      .where(eq(plans.userId, userId))
      .orderBy(planPayments.paidAt),
    assistDays: await listAssistDays(db, userId),
    promoRedemptions: await db
      .select(redemption)
      .from(promoRedemptions)
      .where(eq(promoRedemptions.addressHash, hashAddress(email)))
      .orderBy(promoRedemptions.redeemedAt),
    confirmationLinks: await db
      .select({
        orderId: confirmations.orderId,
        sentAt: confirmations.sentAt,
        expiresAt: confirmations.expiresAt,
      })
      .from(confirmations)
      .innerJoin(orders, eq(orders.id, confirmations.orderId))
      .where(isTheirs)
      .orderBy(confirmations.sentAt),
    affiliateApplications: await listApplications(db, { userId, email }),
  }
}

/** Numbers that the owner of the address entered, proven by the account or a manage link. */
export async function listOwnNumbers(
  db: Database,
  { userId, email }: { userId: string; email: string },
): Promise<string[]> {
  const rows = await db
    .select({ number: orders.phone })
    .from(orders)
    .where(and(eq(orders.email, email), eq(orders.isProven, true), isNotNull(orders.phone)))
    .union(
      db
        .select({ number: affiliateApplications.phone })
        .from(affiliateApplications)
        .where(and(eq(affiliateApplications.userId, userId), isNotNull(affiliateApplications.phone))),
    )
  return rows.flatMap(({ number }) => number ?? [])
}

/** Applications of the account, and anonymous ones for its address. Not those that another account sent with this address. */
function listApplications(db: Database, { userId, email }: { userId: string; email: string }) {
  const isOwn = eq(affiliateApplications.userId, userId)
  return db
    .select({
      ...withoutHash(getTableColumns(affiliateApplications)),
      // Left out unless the account sent the application: the number may belong to another person, and its free form escapes the masking.
      phone: sql<string | null>`case when ${isOwn} then ${affiliateApplications.phone} end`,
    })
    .from(affiliateApplications)
    .where(or(isOwn, and(isNull(affiliateApplications.userId), eq(affiliateApplications.email, email))))
    .orderBy(affiliateApplications.createdAt)
}

function listAssistDays(db: Database, userId: string) {
  const { url: _, checkAt: __, ...assistDay } = getTableColumns(assistDays)
  return db
    .select(assistDay)
    .from(assistDays)
    .where(eq(assistDays.userId, userId))
    .orderBy(assistDays.createdAt)
}

const listGuarantees = (db: Database, email: string) =>
  db
    .select({
      passId: guarantees.passId,
      paidCents: guarantees.paidCents,
      endedAt: guarantees.endedAt,
      ridesAlerted: guarantees.ridesAlerted,
      ridesCounted: guarantees.ridesCounted,
      decidedAt: guarantees.decidedAt,
      decision: guarantees.decision,
      reason: guarantees.reason,
      refundState: guarantees.owedState,
      refundCents: guarantees.refundCents,
      refundAnnouncedAt: guarantees.refundAnnouncedAt,
    })
    .from(guarantees)
    .innerJoin(passes, eq(passes.id, guarantees.passId))
    .innerJoin(orders, eq(orders.id, passes.orderId))
    .where(eq(orders.email, email))
    .orderBy(guarantees.endedAt)

function withoutHash<Columns extends { addressHash: unknown }>(
  columns: Columns,
): Omit<Columns, 'addressHash'> {
  const { addressHash: _, ...others } = columns
  return others
}
