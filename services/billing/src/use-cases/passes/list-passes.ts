import type { Page, PageQuery } from '@walkon/contracts/http/page'
import type { PassView } from '@walkon/contracts/http/passes'
import type { Database } from '@walkon/service/database'
import { notFound } from '@walkon/service/errors'
import {
  findListedOrder,
  listOrdersOf,
  listPaymentsOf,
  listWindowsOf,
} from '../../db/checkout/orders-of-address.ts'
import { toPassEnd } from '../../domain/pass-windows.ts'
import { toPassState } from '../../domain/pass-state.ts'
import { sumPayments } from '../../domain/payment-sums.ts'

type Deps = { db: Database; now: () => Date }
type ListedOrder = NonNullable<Awaited<ReturnType<typeof findListedOrder>>>

/** The orders of an address with their passes and payments, the newest first. */
export async function listPasses(deps: Deps, email: string, query: PageQuery): Promise<Page<PassView>> {
  const { items, next } = await listOrdersOf(deps.db, email, query)
  return { items: await toViews(deps, items), next }
}

/** One of them. Throws `order-not-found`, also for an order of another address. */
export async function getPass(deps: Deps, email: string, orderId: string): Promise<PassView> {
  const order = await findListedOrder(deps.db, email, orderId)
  const [view] = order ? await toViews(deps, [order]) : []
  if (!view) throw notFound('order')
  return view
}

async function toViews({ db, now: clock }: Deps, orders: ListedOrder[]): Promise<PassView[]> {
  if (orders.length === 0) return []
  const ids = orders.map(({ id }) => id)
  const windows = Map.groupBy(await listWindowsOf(db, ids), ({ orderId }) => orderId)
  const payments = Map.groupBy(await listPaymentsOf(db, ids), ({ orderId }) => orderId)
  const now = clock()
  return orders.map(({ id, status, isPaymentProcessing, timezone, dates, createdAt, ...order }) => {
    const own = windows.get(id) ?? []
    const last = own.at(-1)
    const pass = own[0] ? { revokedAt: own[0].revokedAt, windows: own } : null
    return {
      ...order,
      orderId: id,
      state: toPassState({ status, isPaymentProcessing }, pass, now),
      // A pass covers the days that were not over when it was made.
      dates: own.length > 0 ? own.map(({ date }) => date) : dates,
      ...(last && { passEnd: toPassEnd(last.endsAt, { timezone }) }),
      currency: 'usd',
      orderedAt: createdAt.toISOString(),
      ...sumPayments(payments.get(id) ?? []),
    }
  })
}
