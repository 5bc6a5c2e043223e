import { hashAddress } from '@walkon/service/address-hash'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  bounced,
  complained,
  createPostmarkNotifier,
  EMAIL,
  subscription,
} from '../../testing/postmark-webhook.ts'

const notifier = await createPostmarkNotifier()
const { aDelivery, outcomes, post, reasons, stateOf, trulyBounced } = notifier
const { db, list, lookUp, metrics, postmark, clear, close } = notifier
afterAll(close)
beforeEach(async () => {
  await clear()
  postmark.reset()
})

const unconfirmed = async () =>
  Number(
    /cause="told",outcome="unconfirmed"[^}]*\} (\d+)/.exec(
      await metrics.getSingleMetricAsString('address_checks_total'),
    )?.[1] ?? 0,
  )

describe('what Postmark does not bear out', () => {
  test.for([
    ['a bounce', (id: string) => bounced(id)],
    ['a complaint', (id: string) => complained(id)],
    ['a suppression', () => subscription(true, 'HardBounce')],
  ] as const)('%s that Postmark does not bear out changes nothing, and is counted', async ([, toEvent]) => {
    const id = await aDelivery()
    const before = await unconfirmed()

    expect((await post(toEvent(id))).statusCode).toBe(200)

    expect([await stateOf(), await reasons(), await outcomes()]).toEqual(['sending', [], []])
    expect(await unconfirmed()).toBe(before + 1)
  })

  test('a bounce of another message or address does not end a delivery', async () => {
    const id = await aDelivery()
    const { ID, Type, MessageID } = bounced(id)
    postmark.lists.bounces.set(ID, { Type, MessageID, Email: 'another@example.com' })
    await post(bounced(id))
    expect(await stateOf()).toBe('sending')

    await db.execute(sql`update deliveries set provider_id = 'another'`)
    await post({ ...trulyBounced(id), ID: 44 })
    postmark.lists.bounces.set(44, { Type, MessageID, Email: EMAIL })
    await lookUp()
    expect(await stateOf()).toBe('sending')
  })

  test('a release lifts nothing while the address is on the list', async () => {
    list('SpamComplaint')
    await post(subscription(true, 'SpamComplaint'))
    await post(subscription(false, null))
    expect(await reasons()).toEqual(['complained alerts'])
  })
})

describe('a look-up', () => {
  test('a look-up that Postmark does not answer is made again until it does', async () => {
    const event = trulyBounced(await aDelivery())
    postmark.lists.state.isDown = true
    await post(event)
    expect([await stateOf(), await reasons()]).toEqual(['sending', []])

    postmark.lists.state.isDown = false
    await lookUp()
    expect([await stateOf(), await reasons()]).toEqual(['bounced', ['bounced alerts']])
  })

  test('a look-up forgets the address once it is settled', async () => {
    list('SpamComplaint')
    await post(subscription(true, 'SpamComplaint'))
    const checks = await db.execute(sql`select address, claim::text, outcome from address_checks`)
    expect(checks).toMatchObject([{ address: null, outcome: 'confirmed' }])
    expect(JSON.stringify(checks)).not.toContain(EMAIL)
  })

  test('a look-up does not take back what was recorded after it began', async () => {
    await db.execute(sql`
      insert into suppressions (channel, address_hash, reason, scope, created_at)
      values ('email', ${hashAddress(EMAIL)}, 'bounced', 'alerts', now() + interval '1 minute')`)
    await post(subscription(false, null))
    expect(await reasons()).toEqual(['bounced alerts'])
  })
})
