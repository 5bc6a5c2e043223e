import { heard } from '@walkon/testing/service'
import { alertTriggered } from '@walkon/contracts/events/alerts'
import { hashAddress } from '@walkon/service/address-hash'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { anAlert, anAlertEvent, createTestNotifier, someAlerts } from '../testing/notifier.ts'

const { db, hear, confirmNumbers, suppress, listDeliveries, listPublished, clear, close } =
  await createTestNotifier()
afterAll(close)
beforeEach(clear)

const listAlerts = () =>
  db.execute<{ rideName: string; message: string; channel: string }>(sql`
    select ride_name as "rideName", message, channel from delivery_alerts order by wait_minutes, channel`)

test('six rides are one message, and an entry of the history each', async () => {
  const alerts = [5, 10, 10, 15, 15, 15].map((waitMinutes) => anAlert({ waitMinutes }))
  await hear([anAlertEvent({ alerts })])

  expect(await listDeliveries()).toHaveLength(1)
  expect(await listAlerts()).toHaveLength(6)
})

test('each recipient gets a message of its own', async () => {
  const recipients = [
    { channel: 'email' as const, address: 'visitor@example.com' },
    { channel: 'sms' as const, address: '+14075550123' },
  ]
  const event = anAlertEvent({ email: 'visitor@example.com', recipients })
  await confirmNumbers([event])
  await hear([event])

  expect((await listDeliveries()).map(({ address }) => address)).toEqual([
    '+14075550123',
    'visitor@example.com',
  ])
})

describe('an alert for a number', () => {
  const EMAIL = 'visitor@example.com'
  const NUMBER = '+14075550123'
  const texted = (data: Parameters<typeof someAlerts>[0] = {}) =>
    anAlertEvent({ email: EMAIL, recipients: [{ channel: 'sms', address: NUMBER }], ...data })
  const addresses = async () => (await listDeliveries()).map(({ address }) => address)

  test('goes to the email address until the number has answered YES', async () => {
    await hear([texted()])
    expect(await addresses()).toEqual([EMAIL])
  })

  test('goes by text once the number has answered YES, and then not by email', async () => {
    const event = texted()
    await confirmNumbers([event])
    await hear([event])
    expect(await addresses()).toEqual([NUMBER])
  })

  test('goes to the email address where another visitor confirmed the number', async () => {
    await confirmNumbers([texted({ email: 'other@example.com' })])
    await hear([texted()])
    expect(await addresses()).toEqual([EMAIL])
  })

  test('goes to the email address after STOP', async () => {
    const event = texted()
    await confirmNumbers([event])
    await suppress({ channel: 'sms', addressHash: hashAddress(NUMBER), reason: 'unsubscribed', scope: 'all' })
    await hear([event])
    expect(await addresses()).toEqual([EMAIL])
  })

  test('that went by email is not sent again as a text when it is published again after the YES', async () => {
    const data = someAlerts({ email: EMAIL, recipients: [{ channel: 'sms', address: NUMBER }] })
    await hear([heard(alertTriggered, data)])
    await confirmNumbers([heard(alertTriggered, data)])
    await hear([heard(alertTriggered, data)])
    expect(await addresses()).toEqual([EMAIL])
  })

  test('that an email pass covers too goes to the address once while the number is not confirmed', async () => {
    const recipients = [
      { channel: 'sms' as const, address: NUMBER },
      { channel: 'email' as const, address: EMAIL },
    ]
    await hear([texted({ recipients })])
    expect(await addresses()).toEqual([EMAIL])
  })

  test('of a country that is not texted goes to the email address', async () => {
    const event = texted({ recipients: [{ channel: 'sms', address: '+447400123456' }] })
    await confirmNumbers([event])
    await hear([event])
    expect(await addresses()).toEqual([EMAIL])
  })

  test('beyond the texts of a day goes to the email address', async () => {
    const events = Array.from({ length: 101 }, () =>
      texted({ recipients: [{ channel: 'sms', address: '+14075550199' }] }),
    )
    await confirmNumbers(events.slice(0, 1))
    await hear(events)
    expect((await addresses()).filter((address) => address === EMAIL)).toHaveLength(1)
  })
})

test('an address that is named twice, in whatever spelling, gets one message', async () => {
  const recipients = ['visitor@example.com', 'Visitor@Example.com'].map((address) => ({
    channel: 'email' as const,
    address,
  }))
  await hear([anAlertEvent({ recipients })])

  expect(await listDeliveries()).toHaveLength(1)
})

test('an event that is delivered twice makes one message', async () => {
  const event = anAlertEvent()
  await hear([event])
  await hear([event])

  expect(await listDeliveries()).toHaveLength(1)
})

test('the same alerts published again under another id make no second message', async () => {
  const data = someAlerts()
  await hear([heard(alertTriggered, data)])
  await hear([heard(alertTriggered, data), heard(alertTriggered, data)])

  expect(await listDeliveries()).toHaveLength(1)
})

test('an alert published again after its end is told of once more, and not sent again', async () => {
  const data = someAlerts()
  await hear([heard(alertTriggered, data)])
  await db.execute(sql`update deliveries set state = 'accepted'`)
  expect(await listPublished()).toEqual([])

  await hear([heard(alertTriggered, data)])

  const alerts = data.alerts.map(({ alertId }) => expect.objectContaining({ alertId }))
  expect(await listPublished()).toMatchObject([
    { type: 'DeliveryRecorded', data: { outcome: 'accepted', alerts } },
  ])
  expect(await listDeliveries()).toMatchObject([{ state: 'accepted' }])
})

test('of alerts that are partly known, only the new ones are written about', async () => {
  const known = anAlert({ rideName: 'Haunted Mansion' })
  const fresh = anAlert({ rideName: 'Space Mountain' })
  await hear([anAlertEvent({ email: 'visitor@example.com', alerts: [known] })])
  await hear([anAlertEvent({ email: 'visitor@example.com', alerts: [known, fresh] })])

  expect(await listDeliveries()).toMatchObject([
    { content: { alerts: [{ rideName: 'Haunted Mansion' }] } },
    { content: { alerts: [{ rideName: 'Space Mountain' }] } },
  ])
})

test('an alert expires fifteen minutes after its reading, however late it is heard of', async () => {
  await hear([anAlertEvent({ observedAt: '2026-04-14T18:41:00Z' })])

  const [row] = await db.execute<{ at: string }>(
    sql`select expires_at at time zone 'UTC' as at from deliveries`,
  )
  expect(row?.at).toBe('2026-04-14 18:56:00')
})
