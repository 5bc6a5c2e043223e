import type { NewPromoCode } from '@walkon/contracts/http/promo-codes'
import type { Database } from '@walkon/service/database'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { insertSetAside } from '@walkon/testing/set-aside-events'
import { describeAccess } from '@walkon/testing/access-matrix'
import { hashAddress } from '@walkon/service/address-hash'
import { billing } from './app.ts'
import { insertTestApplication } from './testing/affiliates.ts'
import { insertPaid } from './testing/paid-orders.ts'
import { insertPromoCode } from './db/promo-codes/promo-codes.ts'
import { checkouts, orders } from './db/schema.ts'
import { startTestStripe } from './testing/stripe.ts'
import { readOrdersVersion, versionOfPayment } from './use-cases/desk/seen-versions.ts'
import { afterAll } from 'vitest'

const { env, stop } = await startTestStripe({ now: new Date() })
afterAll(stop)

const aCode: NewPromoCode = {
  code: 'SUMMER',
  channel: 'email',
  discount: { kind: 'all-days' },
  maxRedemptions: null,
  maxRedemptionsPerEmail: null,
  expiresAt: null,
}

const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)

async function orderOf(db: Database, checkoutId: string) {
  const [order] = await db
    .select({ id: orders.id, email: orders.email, parkId: orders.parkId })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.orderId, orders.id))
    .where(eq(checkouts.id, checkoutId))
  return order!
}

describeAccess(
  billing,
  {
    'GET /prices': 'public',
    'GET /spots': 'public',
    'GET /system/sold-days': 'support',
    'GET /spots/:parkId': 'public',
    'POST /promo-codes/check': 'public',
    'POST /promo-codes': 'admin',
    'GET /promo-codes': 'admin',
    'POST /promo-codes/:code/retire': 'admin',
    'POST /quotes': 'public',
    'POST /activations': 'optional-caller',
    'POST /activations/link': 'public',
    'POST /activations/confirm': 'public',
    'POST /checkouts': 'optional-caller',
    'GET /checkouts/:sessionId': 'public',
    'POST /checkouts/:sessionId/key': 'public',
    'POST /affiliate-applications': 'optional-caller',
    'GET /affiliate-applications': 'admin',
    'POST /affiliate-applications/:applicationId/accept': 'admin',
    'POST /affiliate-applications/:applicationId/decline': 'admin',
    'GET /passes': 'account',
    'GET /passes/:orderId': 'account',

    'GET /admin-actions': 'admin',
    'GET /system': 'support',
    'GET /dead-letters': 'admin',
    'POST /dead-letters/replay': 'admin',
    'GET /guarantees/:passId': 'support',
    'GET /guarantees/counts': 'public',
    'GET /plan': 'account',
    'POST /plan/checkout': 'account',
    'POST /plan/portal': 'account',

    'GET /assist-day': 'account',
    'POST /assist-days/checkout': 'account',

    'POST /webhooks/stripe': 'provider',

    'GET /export': 'account',
    'POST /visitors/export': 'proven-admin',
    'GET /provider-events': 'admin',
    'POST /provider-events/:position/replay': 'admin',
    'POST /payments/:checkoutId/refund': 'support',
    'POST /payments/:checkoutId/receipt': 'support',
    'POST /orders/:orderId/confirmation': 'support',
    'POST /passes/give': 'support',
    'POST /passes/:orderId/extend': 'support',
    'POST /visitors/find': 'support',
    'POST /visitors/read': 'support',
  },
  {
    env: { ...env, SMS_ENABLED: 'true' },
    acts: {
      'POST /affiliate-applications/:applicationId/accept': async ({ db }) => ({
        params: { applicationId: await insertTestApplication(db) },
        payload: { code: 'ADA20', channel: 'email', percent: 20 },
      }),
      'POST /affiliate-applications/:applicationId/decline': async ({ db }) => ({
        params: { applicationId: await insertTestApplication(db) },
      }),
      'POST /provider-events/:position/replay': async ({ db }) => {
        const position = await insertSetAside(db, 'stripe')
        return { params: { position }, payload: { isDryRun: false, reason: 'Mended' } }
      },
      'POST /payments/:checkoutId/refund': async ({ db }) => {
        const checkoutId = await insertPaid(db)
        const [payment] = await db.select().from(checkouts).where(eq(checkouts.id, checkoutId))
        const asked = { requestId: randomUUID(), version: versionOfPayment(payment!) }
        return { params: { checkoutId }, payload: { ...asked, amountCents: 100, reason: 'Goodwill' } }
      },
      'POST /payments/:checkoutId/receipt': async ({ db }) => ({
        params: { checkoutId: await insertPaid(db) },
        payload: { requestId: randomUUID(), reason: 'The mail was lost' },
      }),
      'POST /orders/:orderId/confirmation': async ({ db }) => {
        const { id: orderId } = await orderOf(db, await insertPaid(db))
        await db
          .update(orders)
          .set({ status: 'awaiting-confirmation', fulfilledAt: null })
          .where(eq(orders.id, orderId))
        return { params: { orderId }, payload: { requestId: randomUUID(), reason: 'The mail was lost' } }
      },
      'POST /passes/give': async ({ db }) => {
        const { email, parkId } = await orderOf(db, await insertPaid(db))
        const asked = { requestId: randomUUID(), version: await readOrdersVersion(db, hashAddress(email)) }
        return { payload: { ...asked, email, parkId, dates: [inAWeek], reason: 'Goodwill' } }
      },
      'POST /passes/:orderId/extend': async ({ db }) => {
        const { id: orderId, email } = await orderOf(db, await insertPaid(db))
        const asked = { requestId: randomUUID(), version: await readOrdersVersion(db, hashAddress(email)) }
        return { params: { orderId }, payload: { ...asked, dates: [inAWeek], reason: 'The park was closed' } }
      },
      'POST /promo-codes': () => ({ payload: aCode }),
      'POST /promo-codes/:code/retire': async ({ db }) => {
        await insertPromoCode(db, { code: 'WINTER', channel: 'email', discount: 'all-days' })
        return { params: { code: 'WINTER' } }
      },
    },
  },
)
