import { setTimeout as after } from 'node:timers/promises'
import { z } from 'zod'
import { aVisitor, todayIn, type WalkonClient } from '../support/walkon-client.ts'
import type { PaidOrder } from './money.ts'

export type ShopPark = {
  id: string
  timezone: string
  shortRides: string[]
  /** The short rides as an order names them. */
  watches: { rideId: string; thresholdMinutes: number }[]
}

const BETWEEN_VISITORS_MS = 1_500
/** A visitor who was refused tries again after that. */
const PATIENCE_MS = 1_000
const started = z.object({ sessionId: z.string() })

/** Visitors who buy a day. Refused or unanswered, they try the same again, as a person does who clicks once more. */
export function openShop(client: WalkonClient, parks: ShopPark[]) {
  const orders: PaidOrder[] = []
  const sessions = new Map<PaidOrder, string>()
  let visitors = 0

  /** The answer to a request that is repeated until it is taken. */
  async function insist(path: string, body: object, taken: number[]): Promise<unknown> {
    for (;;) {
      const answer = await client.send('POST', path, body).catch(() => null)
      if (answer && taken.includes(answer.status)) return answer.body
      await after(PATIENCE_MS)
    }
  }

  function nextVisitor(boughtDuring: string) {
    const park = parks[visitors++ % parks.length]
    if (!park) throw new Error('The shop has no parks')
    return { park, order: { email: aVisitor('shop'), shortRides: park.shortRides, boughtDuring } }
  }

  const bodyOf = (email: string, park: ShopPark) => ({
    email,
    parkId: park.id,
    dates: [todayIn(park.timezone)],
    channel: 'email',
    watches: park.watches,
  })

  /** The Pay button. A second click finds the session paid. */
  async function pay(sessionId: string, order: PaidOrder): Promise<void> {
    await insist(`/sandbox/payments/${sessionId}/pay`, {}, [200, 409])
    orders.push(order)
    sessions.set(order, sessionId)
  }

  return {
    orders,
    /** What the success page is told of a paid order. */
    stateOf: async (order: PaidOrder): Promise<unknown> =>
      (await client.send('GET', `/api/billing/checkouts/${sessions.get(order)}`)).body,
    nextVisitor,
    pay,
    /** Clicks once, and does not wait for the answer. */
    click: ({ park, order }: ReturnType<typeof nextVisitor>) =>
      void client.send('POST', '/api/billing/checkouts', bodyOf(order.email, park)).catch(() => {}),
    /** The session on whose page the visitor is in the end. */
    open: async ({ park, order }: ReturnType<typeof nextVisitor>): Promise<string> =>
      started.parse(await insist('/api/billing/checkouts', bodyOf(order.email, park), [201])).sessionId,
    /** Sells until it is told to stop; every other visitor never comes back from Stripe's page. */
    async sellWhile(name: string, going: Promise<unknown>): Promise<void> {
      const shop = { isOpen: true }
      void going.finally(() => (shop.isOpen = false)).catch(() => {})
      const sales: Promise<void>[] = []
      while (shop.isOpen) {
        sales.push(sell(name))
        await after(BETWEEN_VISITORS_MS)
      }
      await going
      await Promise.all(sales)
    },
  }

  async function sell(name: string): Promise<void> {
    const { park, order } = nextVisitor(name)
    const body = await insist('/api/billing/checkouts', bodyOf(order.email, park), [201])
    const { sessionId } = started.parse(body)
    await pay(sessionId, order)
    if (visitors % 2 === 0) void client.send('GET', `/api/billing/checkouts/${sessionId}`).catch(() => {})
  }
}

export type Shop = ReturnType<typeof openShop>
