import type { DataExport } from '@walkon/contracts/http/data-export'
import type { Database } from '@walkon/service/database'
import { and, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm'
import { hashAddress } from '@walkon/service/address-hash'
import { deliveries, deliveryAlerts, FOUND_BY_ADDRESS, suppressions } from './schema.ts'

/**
 * Everything that is kept of an address, the oldest first. Without what a mail was to say: that is gone once it is sent,
 * and can be a link or a code until then.
 */
export async function listDataOf(db: Database, email: string): Promise<DataExport> {
  const hash = hashAddress(email)
  const isTheirs = or(
    inArray(
      deliveries.id,
      db
        .select({ id: deliveryAlerts.deliveryId })
        .from(deliveryAlerts)
        .where(eq(deliveryAlerts.emailHash, hash)),
    ),
    and(FOUND_BY_ADDRESS, eq(deliveries.addressHash, hash), sql`lower(coalesce(email, address)) = ${email}`),
  )
  const { addressHash: _, emailHash: __, ...alert } = getTableColumns(deliveryAlerts)
  return {
    deliveries: await db
      .select({
        id: deliveries.id,
        about: deliveries.source,
        subscriptionId: deliveries.subscriptionId,
        email: deliveries.email,
        channel: deliveries.channel,
        address: deliveries.address,
        parkId: deliveries.parkId,
        state: deliveries.state,
        reason: deliveries.lastError,
        attempts: deliveries.attemptNo,
        requestedAt: deliveries.requestedAt,
        queuedAt: deliveries.createdAt,
        lastCalledAt: deliveries.calledAt,
        changedAt: deliveries.updatedAt,
        expiresAt: deliveries.expiresAt,
        providerMessageId: deliveries.providerId,
      })
      .from(deliveries)
      .where(isTheirs)
      .orderBy(deliveries.createdAt),
    alerts: await db
      .select(alert)
      .from(deliveryAlerts)
      .where(eq(deliveryAlerts.emailHash, hash))
      .orderBy(deliveryAlerts.createdAt),
    suppressions: await db
      .select({
        channel: suppressions.channel,
        reason: suppressions.reason,
        since: suppressions.createdAt,
      })
      .from(suppressions)
      .where(
        or(
          eq(suppressions.addressHash, hash),
          inArray(
            suppressions.addressHash,
            db.select({ hash: deliveries.addressHash }).from(deliveries).where(isTheirs),
          ),
        ),
      )
      .orderBy(suppressions.createdAt),
  }
}
