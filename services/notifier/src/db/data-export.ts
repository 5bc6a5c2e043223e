import type { DataExport } from '@walkon/contracts/http/data-export'
import type { Database } from '@walkon/service/database'
import { and, arrayContains, eq, getTableColumns, inArray, ne, or, sql } from 'drizzle-orm'
import { hashAddress } from '@walkon/service/address-hash'
import {
  consents,
  deliveries,
  deliveryAlerts,
  FOUND_BY_ADDRESS,
  providerEvents,
  pushDevices,
  pushPreferences,
  suppressions,
} from './schema.ts'

/**
 * Everything that is kept of an address, the oldest first. Without what a mail was to say: that is gone once it is sent,
 * and can be a link or a code until then.
 */
export async function listDataOf(db: Database, email: string): Promise<DataExport> {
  return {
    deliveries: await listDeliveriesOf(db, email),
    alerts: await listAlertsOf(db, email),
    consents: await listConsentsOf(db, email),
    devices: await listDevicesOf(db, email),
    pushPreferences: await listPreferencesOf(db, email),
    suppressions: await listSuppressionsOf(db, email),
    providerEvents: await listProviderEventsOf(db, email),
  }
}

const isTheirs = (db: Database, email: string) =>
  or(
    inArray(
      deliveries.id,
      db
        .select({ id: deliveryAlerts.deliveryId })
        .from(deliveryAlerts)
        .where(eq(deliveryAlerts.emailHash, hashAddress(email))),
    ),
    and(eq(deliveries.source, 'notification'), eq(deliveries.email, email)),
    and(
      FOUND_BY_ADDRESS,
      eq(deliveries.addressHash, hashAddress(email)),
      sql`lower(coalesce(email, address)) = ${email}`,
    ),
  )

const listDeliveriesOf = (db: Database, email: string) =>
  db
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
    .where(isTheirs(db, email))
    .orderBy(deliveries.createdAt)

function listAlertsOf(db: Database, email: string) {
  const { addressHash: _, emailHash: __, ...alert } = getTableColumns(deliveryAlerts)
  return db
    .select(alert)
    .from(deliveryAlerts)
    .where(eq(deliveryAlerts.emailHash, hashAddress(email)))
    .orderBy(deliveryAlerts.createdAt)
}

function listConsentsOf(db: Database, email: string) {
  const { numberHash: _, emailHash: __, ...consent } = getTableColumns(consents)
  return db
    .select(consent)
    .from(consents)
    .where(eq(consents.emailHash, hashAddress(email)))
    .orderBy(consents.givenAt)
}

/** Without endpoint and keys, which are secrets of the browser: the host alone says whose push service it is. */
const listDevicesOf = (db: Database, email: string) =>
  db
    .select({
      id: pushDevices.id,
      name: pushDevices.name,
      pushService: sql<string>`split_part(${pushDevices.endpoint}, '/', 3)`,
      addedAt: pushDevices.addedAt,
      ownedSince: pushDevices.ownedSince,
      expiresAt: pushDevices.expiresAt,
      lastAcceptedAt: pushDevices.lastAcceptedAt,
      lastShownAt: pushDevices.lastShownAt,
    })
    .from(pushDevices)
    .where(eq(pushDevices.emailHash, hashAddress(email)))
    .orderBy(pushDevices.addedAt)

const listPreferencesOf = (db: Database, email: string) =>
  db
    .select({ replacesEmail: pushPreferences.replacesEmail, chosenAt: pushPreferences.chosenAt })
    .from(pushPreferences)
    .where(eq(pushPreferences.emailHash, hashAddress(email)))

const listSuppressionsOf = (db: Database, email: string) =>
  db
    .select({
      channel: suppressions.channel,
      reason: suppressions.reason,
      since: suppressions.createdAt,
    })
    .from(suppressions)
    .where(
      or(
        eq(suppressions.addressHash, hashAddress(email)),
        inArray(
          suppressions.addressHash,
          db
            .select({ hash: deliveries.addressHash })
            .from(deliveries)
            // A mailbox that the account has left is suppressed or not for its present owner.
            .where(and(ne(deliveries.channel, 'email'), isTheirs(db, email))),
        ),
      ),
    )
    .orderBy(suppressions.createdAt)

/** Without the bodies: a bounce can quote a mail with its links. */
const listProviderEventsOf = (db: Database, email: string) =>
  db
    .select({
      provider: providerEvents.provider,
      receivedAt: providerEvents.receivedAt,
      appliedAt: providerEvents.appliedAt,
    })
    .from(providerEvents)
    .where(arrayContains(providerEvents.addressHashes, [hashAddress(email)]))
    .orderBy(providerEvents.position)
