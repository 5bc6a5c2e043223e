import type { Database } from '@walkon/service/database'
import { hashAddress } from '@walkon/service/address-hash'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { consents, providerEvents } from '../schema.ts'

/** Lists Twilio's events about the numbers that are named for an address and could be read, the oldest first. */
export const listTextEventsOf = (db: Database, email: string) =>
  db
    .select({ body: providerEvents.body, receivedAt: providerEvents.receivedAt })
    .from(providerEvents)
    .where(
      and(
        eq(providerEvents.provider, 'twilio'),
        isNotNull(providerEvents.appliedAt),
        sql`${providerEvents.addressHashes} && array(
          select ${consents.numberHash} from ${consents} where ${consents.emailHash} = ${hashAddress(email)})`,
      ),
    )
    .orderBy(providerEvents.position)
