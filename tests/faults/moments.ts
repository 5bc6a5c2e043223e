import type postgres from 'postgres'
import { eventually } from '../support/walkon-client.ts'
import type { PaidOrder } from './money.ts'
import type { PaymentsWorld } from './payments-world.ts'
import type { controlServers } from './servers.ts'
import type { Shop } from './shop.ts'

type Servers = Awaited<ReturnType<typeof controlServers>>
type Scene = { world: PaymentsWorld; servers: Servers; shop: Shop }

/**
 * Named points between two steps of billing, and the way there from outside: what comes next is held by Stripe, by the broker or by a
 * lock, so that billing is killed at this point and at no other. Each resolves when billing has been killed there.
 */
type Moment = { at: string; reach: (scene: Scene) => Promise<void> }

/** Stripe is itself again also where the moment is not reached: a second try and the tests that follow stand on it. */
async function whileStripe(kind: string, { client }: PaymentsWorld, act: () => Promise<void>): Promise<void> {
  await client.send('POST', '/sandbox/faults', { provider: 'stripe', kind })
  await act().finally(() => client.send('DELETE', '/sandbox/faults'))
}

export const PAYMENT_MOMENTS: Moment[] = [
  {
    at: 'after Stripe has made the session, before it is recorded',
    async reach({ world, shop }) {
      const visitor = shop.nextVisitor(this.at)
      const { email } = visitor.order
      await whileStripe('timeout-after-accept', world, async () => {
        shop.click(visitor)
        await eventually(async () => (await world.books.paymentsOf(email)).length === 1)
        await world.books.expectRows(
          'a checkout without its session',
          (sql) =>
            sql`select from checkouts c join orders o on o.id = c.order_id where o.email = ${email} and c.session_id is null`,
        )
        world.killBilling()
      })
      await shop.pay(await shop.open(visitor), visitor.order)
      // The second try had the same idempotency key.
      const sessions = await world.books.paymentsOf(email)
      if (sessions.length !== 1) throw new Error(`Stripe made ${sessions.length} sessions of one checkout`)
    },
  },
  {
    at: 'after the webhook is stored, before fulfilment',
    async reach({ world, shop }) {
      const visitor = shop.nextVisitor(this.at)
      const sessionId = await shop.open(visitor)
      // Fulfilment asks Stripe first.
      await whileStripe('lookup-down', world, async () => {
        await shop.pay(sessionId, visitor.order)
        await world.books.waitForRows(
          (sql) =>
            sql`select from provider_events where convert_from(body, 'UTF8') like ${`%checkout.session.completed%`}
              and convert_from(body, 'UTF8') like ${`%${sessionId}%`}`,
        )
        world.killBilling()
        await world.books.expectNoPass(visitor.order.email)
      })
    },
  },
  {
    at: 'after the commit of fulfilment, before its publication',
    async reach({ world, servers, shop }) {
      const visitor = shop.nextVisitor(this.at)
      const sessionId = await shop.open(visitor)
      await servers.whileFrozen('kafka', async () => {
        await shop.pay(sessionId, visitor.order)
        await world.books.waitForRows(
          (sql) =>
            sql`select from passes p join orders o on o.id = p.order_id where o.email = ${visitor.order.email}`,
        )
        await world.books.expectRows(
          'an unpublished pass',
          (sql) => sql`
            select from outbox o join outbox_batches b on o.position = any(b.positions)
            where o.topic = 'billing.passes' and b.published_at is null`,
        )
        world.killBilling()
      })
    },
  },
  {
    at: 'in the reconciler, after Stripe has answered, before anything is written',
    async reach({ world, shop }) {
      const visitor = shop.nextVisitor(this.at)
      const sessionId = await shop.open(visitor)
      await world.road.whileCut(async () => {
        await shop.pay(sessionId, visitor.order)
        await eventually(async () => world.road.countLost() > 0)
        await world.books.sql.begin(async (tx) => {
          await tx`select from orders where email = ${visitor.order.email} for update`
          // The hour after which a session is looked at without a webhook.
          await world.books.sql`update checkouts set check_at = now() where session_id = ${sessionId}`
          await world.books.waitForRows(
            (sql) =>
              sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%"orders"%for update%'`,
          )
          world.killBilling()
        })
        await world.books.expectNoPass(visitor.order.email)
      })
    },
  },
]

const due = (sql: postgres.Sql) => sql`select from guarantees where owed_state = 'due'`

/** A visitor who is owed a refund as soon as the pass ends. */
async function sellUnmet({ world, shop }: Scene, at: string): Promise<PaidOrder> {
  const order = await shop.sellUnmet(at)
  await world.books.waitForAlerts([order])
  return order
}

export const REFUND_MOMENTS: Moment[] = [
  {
    at: 'with a refund under way that Stripe has not taken',
    async reach(scene) {
      const { world } = scene
      const order = await sellUnmet(scene, this.at)
      await whileStripe('timeout', world, async () => {
        await world.books.endPasses([order])
        // On a busy machine a call may have given up before it is seen: another one follows.
        await eventually(async () => (await world.countFaultHits()) > 0 && (await world.books.hasRows(due)))
        world.killBilling()
        await world.books.expectRows('a refund under way', due)
      })
    },
  },
  {
    at: 'after Stripe has taken a refund, before its answer is recorded',
    async reach(scene) {
      const { world } = scene
      const order = await sellUnmet(scene, this.at)
      await whileStripe('timeout-after-accept', world, async () => {
        // Those that were answered before the fault are counted too.
        const before = await world.books.countRefunds()
        await world.books.endPasses([order])
        await eventually(
          async () => (await world.books.countRefunds()) > before && (await world.books.hasRows(due)),
        )
        world.killBilling()
        await world.books.expectRows('a refund under way', due)
      })
    },
  },
]
