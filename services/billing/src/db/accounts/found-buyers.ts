import type { FoundVisitor, Sought } from '@walkon/contracts/http/desk'
import { toOrderIds } from '@walkon/contracts/order-reference'
import type { Queryable } from '@walkon/service/database'
import { isNear } from '@walkon/runtime/near-addresses'
import { between, eq, or, sql, type SQL } from 'drizzle-orm'
import { assistDays, checkouts, orders } from '../schema.ts'

/** Finds the buyers that the support desk means: by address, number, the reference of an order, or an id of an order, pass, payment or plan, ours or Stripe's. */
export async function findBuyers(db: Queryable, sought: Sought, limit: number): Promise<FoundVisitor[]> {
  const search = toSearch(sought)
  if (!search) return []
  return db.execute<FoundVisitor>(sql`
    select email, (array_agg("userId") filter (where "userId" is not null))[1] as "userId"
    from (${search}) as found(email, "userId")
    where email is not null group by email order by email limit ${limit}`)
}

function toSearch({ kind, text }: Sought): SQL | null {
  switch (kind) {
    case 'email':
      return sql`
        select email, null::uuid from orders where email = ${text}
        union all select email, user_id from plans where email = ${text}`
    case 'number':
      return sql`select email, null::uuid from orders where phone = ${text}`
    case 'last-digits':
      return sql`select email, null::uuid from orders where phone like ${`%${text}`}`
    case 'id':
      return sql`
        select email, null::uuid from orders where id = ${text}::uuid
        union all select o.email, null from passes p join orders o on o.id = p.order_id where p.id = ${text}::uuid
        union all select o.email, null from checkouts c join orders o on o.id = c.order_id where c.id = ${text}::uuid
        union all select email, user_id from plans where id = ${text}::uuid or user_id = ${text}::uuid`
    case 'provider-id':
      return sql`
        select o.email, null::uuid from checkouts c join orders o on o.id = c.order_id
        where c.payment_intent = ${text} or c.session_id = ${text}
        union all select o.email, null from guarantees g join passes p on p.id = g.pass_id
          join orders o on o.id = p.order_id where g.refund_id = ${text}
        union all select email, user_id from plans
        where session_id = ${text} or customer_id = ${text} or subscription_id = ${text}`
    case 'near':
      return sql`
        select email, null::uuid from orders where ${isNear(sql`email`, text)}
        union all select email, user_id from plans where ${isNear(sql`email`, text)}`
    case 'reference': {
      const ids = toOrderIds(text)
      return (
        ids &&
        sql`select email, null::uuid from orders where id between ${ids.least}::uuid and ${ids.greatest}::uuid`
      )
    }
    default:
      return kind satisfies never
  }
}

/** Finds the accounts whose day of Lightning Lane Assist the support desk means: by its reference or id, or Stripe's id of its payment. They have no address here. */
export async function findAssistedAccounts(db: Queryable, sought: Sought, limit: number): Promise<string[]> {
  const isSought = toDay(sought)
  if (!isSought) return []
  const rows = await db
    .selectDistinct({ userId: assistDays.userId })
    .from(assistDays)
    .where(isSought)
    .limit(limit)
  return rows.flatMap(({ userId }) => userId ?? [])
}

function toDay({ kind, text }: Sought): SQL | undefined {
  if (kind === 'id') return eq(assistDays.id, text)
  if (kind === 'provider-id') return or(eq(assistDays.paymentIntent, text), eq(assistDays.sessionId, text))
  const ids = kind === 'reference' ? toOrderIds(text) : null
  return ids ? between(assistDays.id, ids.least, ids.greatest) : undefined
}

/** Lists the tries to pay the orders of an address, with paid, refunded and owed amounts; the oldest first. */
export const listPaymentsOf = (db: Queryable, email: string) =>
  db
    .select({
      id: checkouts.id,
      orderId: checkouts.orderId,
      status: checkouts.status,
      amountCents: checkouts.amountCents,
      refundedCents: checkouts.refundedCents,
      disputed: checkouts.disputed,
      owedCents: checkouts.owedCents,
      owedReason: checkouts.owedReason,
      owedState: checkouts.owedState,
      paymentIntent: checkouts.paymentIntent,
      createdAt: checkouts.createdAt,
      paidAt: checkouts.paidAt,
    })
    .from(checkouts)
    .innerJoin(orders, eq(orders.id, checkouts.orderId))
    .where(eq(orders.email, email))
    .orderBy(checkouts.createdAt)
