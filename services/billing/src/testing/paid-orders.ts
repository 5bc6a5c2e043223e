import type { Database } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import { insertOrder, saveFulfilled } from '../db/checkout/orders.ts'
import { insertPass } from '../db/passes/passes.ts'
import { checkouts, parks } from '../db/schema.ts'

/** An order of $1 that was paid and has its pass, without a payment at Stripe. Resolves with the id of its checkout. */
export async function insertPaid(db: Database): Promise<string> {
  const [now, parkId, checkoutId] = [new Date(), randomUUID(), randomUUID()]
  const endsAt = new Date(now.getTime() + 86_400_000)
  const date = now.toISOString().slice(0, 10)
  await db
    .insert(parks)
    .values({ id: parkId, name: 'Kingdom of Tests', timezone: 'America/New_York', retired: false })
  await db.transaction(async (tx) => {
    const { id: orderId } = await insertOrder(tx, {
      email: `${randomUUID()}@example.com`,
      channel: 'email',
      parkId,
      dates: [date],
      dayPriceCents: 100,
      discountCents: 0,
      totalCents: 100,
      status: 'awaiting-payment',
      createdAt: now,
      expiresAt: endsAt,
    })
    await saveFulfilled(tx, orderId, now)
    await insertPass(tx, { orderId, activatedAt: now, windows: [{ date, startsAt: now, endsAt }] })
    await tx.insert(checkouts).values({
      id: checkoutId,
      orderId,
      parkId,
      amountCents: 100,
      status: 'paid',
      sessionId: `cs_${randomUUID()}`,
      paymentIntent: `pi_${randomUUID()}`,
      createdAt: now,
      expiresAt: endsAt,
      paidAt: now,
    })
  })
  return checkoutId
}
