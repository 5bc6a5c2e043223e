import type { FoundVisitor, Sought } from '@walkon/contracts/http/desk'
import type { Queryable } from '@walkon/service/database'
import { isNear } from '@walkon/runtime/near-addresses'
import { sql, type SQL } from 'drizzle-orm'

/** Finds the visitors whose alerts the support desk means: by address, or an id of a subscription, alert or pass. */
export async function findWatchers(db: Queryable, sought: Sought, limit: number): Promise<FoundVisitor[]> {
  const search = toSearch(sought)
  if (!search) return []
  return db.execute<FoundVisitor>(sql`
    select distinct email, null::uuid as "userId" from (${search}) as found order by email limit ${limit}`)
}

function toSearch({ kind, text }: Sought): SQL | null {
  switch (kind) {
    case 'email':
      return sql`select email from subscriptions where email = ${text}`
    case 'id':
      return sql`
        select email from subscriptions where id = ${text}::uuid
        union all select email from passes where id = ${text}::uuid
        union all select s.email from alerts a join subscriptions s on s.id = a.subscription_id where a.id = ${text}::uuid`
    case 'number':
      return sql`select email from passes where channel = 'sms' and address = ${text}`
    case 'last-digits':
      return sql`select email from passes where channel = 'sms' and address like ${`%${text}`}`
    case 'near':
      return sql`select email from subscriptions where ${isNear(sql`email`, text)}`
    case 'reference':
    case 'provider-id':
      return null
    default:
      return kind satisfies never
  }
}
