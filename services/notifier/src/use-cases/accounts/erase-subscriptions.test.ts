import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { alerted, requested } from '../../testing/dated-events.ts'
import { ADA, createErasingNotifier } from '../../testing/erasures.ts'
import { anAlertsLetter } from '../../testing/letters.ts'

const { db, hear, listDeliveries, after, erased, addresses, clear, close } = await createErasingNotifier()
afterAll(close)
beforeEach(clear)

const activated = (subscriptionId: string) => anAlertsLetter({ subscriptionId })

describe('SubscriptionErased', () => {
  test('SubscriptionErased takes what was still written about the subscription, and nothing about others', async () => {
    const [subscriptionId, other] = [randomUUID(), randomUUID()]
    await hear(alerted(ADA, after, { subscriptionId }), alerted(ADA, after, { subscriptionId: other }))
    await hear(requested(ADA, after, activated(subscriptionId)), requested(ADA, after))

    await hear(erased(subscriptionId))

    expect(await addresses()).toEqual([ADA, ADA])
    const left = await db.execute(sql`select distinct subscription_id as id from delivery_alerts`)
    expect(left).toEqual([{ id: other }])
  })

  test('SubscriptionErased keeps out the mail about the subscription that comes later, on its own topic', async () => {
    const subscriptionId = randomUUID()
    await hear(erased(subscriptionId))

    await hear(requested(ADA, after, activated(subscriptionId)))

    expect(await listDeliveries()).toEqual([])
  })

  test('a SubscriptionErased that comes again changes nothing', async () => {
    const erasure = erased(randomUUID())
    await hear(erasure)
    await hear(requested(ADA, after))

    await hear(erasure)

    expect(await addresses()).toEqual([ADA])
  })
})
