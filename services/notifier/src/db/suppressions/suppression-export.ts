import type { Database } from '@walkon/service/database'
import { hashAddress } from '@walkon/service/address-hash'
import { and, arrayContains, eq, inArray, ne, or, type SQL } from 'drizzle-orm'
import { addressChecks, deliveries, providerEvents, suppressions } from '../schema.ts'

/** Suppressions of an address in the data export, and what led to them. */

/** `isTheirs` finds the account's deliveries: their numbers and endpoints may be suppressed too. */
export const listSuppressionsOf = (db: Database, email: string, isTheirs: SQL | undefined) =>
  db
    .select({
      channel: suppressions.channel,
      reason: suppressions.reason,
      scope: suppressions.scope,
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
            .where(and(ne(deliveries.channel, 'email'), isTheirs)),
        ),
      ),
    )
    .orderBy(suppressions.createdAt)

/** Lists the checks of the address at Postmark, with their outcomes. */
export const listAddressChecksOf = (db: Database, email: string) =>
  db
    .select({
      id: addressChecks.id,
      cause: addressChecks.cause,
      requestedAt: addressChecks.createdAt,
      settledAt: addressChecks.settledAt,
      outcome: addressChecks.outcome,
    })
    .from(addressChecks)
    .where(eq(addressChecks.addressHash, hashAddress(email)))
    .orderBy(addressChecks.createdAt)

/** Without the bodies: a bounce can quote a mail with its links. */
export const listProviderEventsOf = (db: Database, email: string) =>
  db
    .select({
      provider: providerEvents.provider,
      receivedAt: providerEvents.receivedAt,
      appliedAt: providerEvents.appliedAt,
    })
    .from(providerEvents)
    .where(arrayContains(providerEvents.addressHashes, [hashAddress(email)]))
    .orderBy(providerEvents.position)
