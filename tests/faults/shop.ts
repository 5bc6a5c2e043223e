import { setTimeout as after } from 'node:timers/promises'
import { z } from 'zod'
import { aVisitor, eventually, todayIn, type WalkonClient } from '../support/walkon-client.ts'
import { isUnmet, type PaidOrder } from './money.ts'

export type ShopPark = {
  id: string
  timezone: string
  shortRides: string[]
  /** The short rides as an order names them. */
  watches: { rideId: string; thresholdMinutes: number }[]
}

const BETWEEN_VISITORS_MS = 1_000
/** A visitor who was refused tries again after that. */
const PATIENCE_MS = 1_000
const started = z.object({ sessionId: z.string() })

/** The answer to a request that is repeated until it is taken. What is never taken fails with its last answer. */
const insist = (client: WalkonClient, path: string, body: object, taken: number[]): Promise<unknown> =>
  eventually(async () => {
    const answer = await client.send('POST', path, body)
    if (taken.includes(answer.status)) return { taken: answer.body }
    await after(PATIENCE_MS)
    throw new Error(`POST ${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }).then((answer) => answer.taken)

/** Visitors who buy a day. Refused or unanswered, they try the same again, as a person does who clicks once more. */
export function openShop(client: WalkonClient, parks: ShopPark[]) {
  const orders: PaidOrder[] = []
  const sessions = new Map<PaidOrder, string>()
  let visitors = 0

  function nextVisitor(boughtDuring: string, among = parks) {
    const park = among[visitors++ % among.length]
    if (!park) throw new Error('The shop has no such park')
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
    await insist(client, `/sandbox/payments/${sessionId}/pay`, {}, [200, 409])
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
      started.parse(await insist(client, '/api/billing/checkouts', bodyOf(order.email, park), [201]))
        .sessionId,
    /** Sells where fewer rides are short than the guarantee promises. */
    sellUnmet: (name: string): Promise<PaidOrder> => sell(nextVisitor(name, parks.filter(isUnmet))),
    /** Resolves when so many more visitors have paid. */
    async paid(count: number): Promise<void> {
      const before = orders.length
      await eventually(async () => orders.length >= before + count)
    },
    /** Sells until it is told to stop; every other visitor never comes back from Stripe's page. */
    async sellWhile(name: string, going: Promise<unknown>): Promise<void> {
      const shop = { isOpen: true }
      void going.finally(() => (shop.isOpen = false)).catch(() => {})
      const sales: Promise<PaidOrder>[] = []
      while (shop.isOpen) {
        const sale = sell(nextVisitor(name))
        // Awaited below, when the fault is over.
        sale.catch(() => {})
        sales.push(sale)
        await after(BETWEEN_VISITORS_MS)
      }
      await going
      await Promise.all(sales)
    },
  }

  async function sell({ park, order }: ReturnType<typeof nextVisitor>): Promise<PaidOrder> {
    const body = await insist(client, '/api/billing/checkouts', bodyOf(order.email, park), [201])
    const { sessionId } = started.parse(body)
    await pay(sessionId, order)
    if (visitors % 2 === 0) void client.send('GET', `/api/billing/checkouts/${sessionId}`).catch(() => {})
    return order
  }
}

export type Shop = ReturnType<typeof openShop>
