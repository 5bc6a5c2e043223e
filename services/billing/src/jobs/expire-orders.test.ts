import { sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { lockOrder } from '../db/checkout/orders.ts'
import { anAddress, createTestBilling, NOON } from '../testing/billing.ts'

const billing = await createTestBilling({ ACTIVATION_MAILS_PER_CLIENT: '1000' })
const { askForLink, clock, confirm, db } = billing
afterEach(() => void (clock.now = NOON))
afterAll(billing.close)

const later = (hours: number) => billing.later(hours * 60)
const expire = () => billing.runJob('expire-orders')

describe('expire-orders', () => {
  test('expire-orders gives up an order that was not confirmed in time', async () => {
    const token = await askForLink({ dates: ['2026-07-10'] })
    later(24)

    await expire()

    expect((await confirm(token)).json()).toMatchObject({ status: 410, code: 'confirmation-token-expired' })
  })

  test('expire-orders leaves orders that are confirmed or can still be confirmed', async () => {
    await confirm(await askForLink({ promoCode: 'FREEDAY', dates: ['2026-07-10'] }))
    later(1)
    const token = await askForLink({ dates: ['2026-07-10'] })
    later(23)

    await expire()

    expect((await confirm(token)).statusCode).toBe(200)
  })

  test('expire-orders skips an order that is locked by its confirmation', async () => {
    const email = anAddress()
    await askForLink({ email, dates: ['2026-07-10'] })
    later(24)
    const [order] = await db.execute<{ id: string }>(sql`select id from orders where email = ${email}`)

    await db.transaction(async (tx) => {
      await lockOrder(tx, order!.id)
      await expire()
    })

    expect(await db.execute(sql`select status from orders where id = ${order!.id}`)).toMatchObject([
      { status: 'awaiting-confirmation' },
    ])
  })
})
