import type { FoundVisitor, Sought } from '@walkon/contracts/http/desk'
import type { Channel } from '@walkon/contracts/values'
import { hashAddress } from '@walkon/service/address-hash'
import type { Queryable } from '@walkon/service/database'
import { isNear } from '@walkon/runtime/near-addresses'
import { sql, type SQL } from 'drizzle-orm'
import { FOUND_BY_ADDRESS } from '../schema.ts'

/**
 * Finds the recipients that the support desk means. By address, number, the reference in a mail's foot, or an id of a delivery, an alert or
 * a provider's message. A message belongs to the owner of its alerts, which need not be its address.
 */
export async function findRecipients(db: Queryable, sought: Sought, limit: number): Promise<FoundVisitor[]> {
  return db.execute<FoundVisitor>(sql`
    select email, (array_agg("userId") filter (where "userId" is not null))[1] as "userId"
    from (${toSearch(sought)}) as found(email, "userId")
    where email is not null group by email order by email limit ${limit}`)
}

/** The visitor of a delivery: the address of its alerts, or for a letter without alerts the address that it was sent to. */
const OWNER = sql`lower(coalesce(email, case when channel = 'email' then address end)), user_id`

function toSearch({ kind, text }: Sought): SQL {
  switch (kind) {
    case 'email':
      return sql`
        select email, user_id from accounts where email = ${text}
        union all select ${text}, null where exists (
          select from delivery_alerts where email_hash = ${hashAddress(text)})
        union all select ${text}, null where exists (
          select from deliveries where source <> 'alert' and email = ${text})`
    case 'number':
      return sql`select email, null::uuid from consents where number_hash = ${hashAddress(text)}`
    case 'last-digits':
      return sql`select email, null::uuid from consents where number like ${`%${text}`}`
    case 'id':
      return sql`
        select ${OWNER} from deliveries where id = ${text}::uuid or provider_id = ${text}
        union all select lower(coalesce(d.email, case when d.channel = 'email' then d.address end)), d.user_id
          from delivery_alerts a join deliveries d on d.id = a.delivery_id where a.alert_id = ${text}::uuid
        union all select email, user_id from accounts where user_id = ${text}::uuid`
    case 'reference':
      return sql`select ${OWNER} from deliveries where reference = ${text}`
    case 'near':
      return sql`select email, user_id from accounts where ${isNear(sql`email`, text)}`
    case 'provider-id':
      return sql`select ${OWNER} from deliveries where provider_id = ${text}`
    default:
      return kind satisfies never
  }
}

/** The newest message to an address or number, by which an act names it in the audit trail. */
export async function findNewestDelivery(
  db: Queryable,
  { channel, addressHash }: { channel: Channel; addressHash: string },
): Promise<string | null> {
  const [newest] = await db.execute<{ id: string }>(
    channel === 'email'
      ? sql`
          select id from (
            (select delivery_id as id, created_at from delivery_alerts where email_hash = ${addressHash}
              order by created_at desc limit 1)
            union all
            (select id, created_at from deliveries where address_hash = ${addressHash} and ${FOUND_BY_ADDRESS}
              order by created_at desc limit 1)) as newest
          order by created_at desc limit 1`
      : sql`
          select id from deliveries where address_hash = ${addressHash} and channel = 'sms'
          order by created_at desc limit 1`,
  )
  return newest?.id ?? null
}
