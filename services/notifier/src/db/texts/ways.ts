import type { DeliveryState } from '@walkon/contracts/http/notifications'
import type { Queryable } from '@walkon/service/database'
import { sql } from 'drizzle-orm'
import type { NumberStanding } from '../../domain/way.ts'
import { IN_USE, stoppedBy } from './consents.ts'
import { NO_ALERT } from '../schema.ts'

/** A visitor's number for alerts. */

export type NumberRow = NumberStanding & { number: string; numberHash: string }

/** The numbers of a visitor's orders and plan: confirmed ones first, the one that was confirmed last before all. */
export async function listNumbers(db: Queryable, emailHash: string): Promise<NumberRow[]> {
  return db.execute<NumberRow>(sql`
    select number, number_hash as "numberHash", confirmed_at is not null as "isConfirmed", ${stoppedBy('c.number_hash')}
    from consents c where email_hash = ${emailHash} and ${IN_USE}
    order by confirmed_at desc nulls last, given_at desc, number`)
}

export type TestRow = {
  addressHash: string
  state: DeliveryState
  reason: string | null
  requestedAt: string
}

/** The newest test of the last hour on each way. */
export async function listTests(db: Queryable, email: string): Promise<TestRow[]> {
  return db.execute<TestRow>(sql`
    select distinct on (address_hash) address_hash as "addressHash", state, last_error as reason,
      requested_at as "requestedAt"
    from deliveries
    where ${NO_ALERT} and source = 'test' and email = ${email} and created_at > now() - interval '1 hour'
    order by address_hash, created_at desc`)
}
