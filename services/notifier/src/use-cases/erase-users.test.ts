import { alertTriggered, subscriptionErased } from '@walkon/contracts/events/alerts'
import { userDeleted } from '@walkon/contracts/events/identity'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { Letter } from '@walkon/contracts/letter'
import type { LogRecord } from '@walkon/messaging/event-log'
import { applyRecords } from '@walkon/messaging/inbox'
import { anEvent, aRecord } from '@walkon/testing/events'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aLetter, anAlertsLetter } from '../testing/letters.ts'
import { aTextPass, createTestNotifier, SETTINGS, someAlerts, PATIENT } from '../testing/notifier.ts'
import { startPostmarkServer } from '../testing/postmark-server.ts'
import { hashAddress } from '@walkon/service/address-hash'
import { eraseUsers } from './erase-users.ts'
import { findErased } from './find-erased.ts'

const postmark = await startPostmarkServer()
const { app, db, handlers, runJob, twilioTells, suppress, listDeliveries, clear, close } =
  await createTestNotifier({ env: { ...PATIENT, POSTMARK_API_URL: postmark.url } })
afterAll(async () => {
  await close()
  await postmark.close()
})
beforeEach(clear)

const ADA = 'ada@example.com'
const OUTSIDER = 'oscar@example.com'
const NUMBER = '+14075550123'

/** Instants around the deletion. */
const before = new Date(Date.now() - 60_000)
const deletion = new Date(Date.now() - 30_000)
const after = new Date(Date.now() - 10_000)

const hear = (...records: LogRecord[]) => applyRecords(db, handlers, records)

const deleted = (...emails: string[]) =>
  aRecord(
    {
      ...anEvent(userDeleted, {
        userId: randomUUID(),
        addressHashes: emails.map(hashAddress),
        deletedAt: deletion.toISOString(),
      }),
      occurredAt: deletion,
    },
    userDeleted,
  )

type AlertData = Parameters<typeof someAlerts>[0]

const alerted = (email: string, occurredAt: Date, data: AlertData = {}) =>
  aRecord({ ...anEvent(alertTriggered, someAlerts({ email, ...data })), occurredAt }, alertTriggered)

const activated = (subscriptionId: string) => anAlertsLetter({ subscriptionId })

const requested = (address: string, occurredAt: Date, notification: Letter = aLetter()) =>
  aRecord(
    {
      ...anEvent(notificationRequested, {
        notificationId: randomUUID(),
        recipient: { channel: 'email', address },
        notification,
        expiresAt: '2099-01-01T00:00:00Z',
      }),
      occurredAt,
    },
    notificationRequested,
  )

const erased = (subscriptionId: string) =>
  aRecord(anEvent(subscriptionErased, { subscriptionId }), subscriptionErased)

const traces = (email: string) => findTraces(db, email, hashAddress(email))
const addresses = async () => (await listDeliveries()).map(({ address }) => address)

/** The machine may be busy. */
const PATIENCE = { timeout: 5_000 }

const waitingForLocks = async () =>
  (
    await db.execute(sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
  ).length

describe('UserDeleted', () => {
  test('leaves nothing that was written to the address or about its alerts, whatever became of it', async () => {
    const sms = { channel: 'sms' as const, address: '+14075550123' }
    await hear(alerted(ADA, before, { recipients: [{ channel: 'email', address: ADA }, sms] }))
    await db.execute(sql`update deliveries set state = 'delivered', content = null`)
    await hear(requested(ADA, before), alerted(ADA, before))

    await hear(deleted(ADA))

    expect(await listDeliveries()).toEqual([])
    expect(await traces(ADA)).toEqual({ erased_addresses: 1 })
  })

  test('takes what went to the address though it was about another person’s alerts', async () => {
    const recipients = [OUTSIDER, ADA].map((address) => ({ channel: 'email' as const, address }))
    await hear(alerted(OUTSIDER, before, { recipients }))

    await hear(deleted(ADA))

    expect(await addresses()).toEqual([OUTSIDER])
    expect(await db.execute(sql`select from delivery_alerts`)).toHaveLength(1)
  })

  test('leaves no number, no question to it and nothing that Twilio told of it', async () => {
    const pass = aTextPass({ email: ADA, recipient: { channel: 'sms', address: NUMBER } })
    await hear(aRecord({ ...pass.event, occurredAt: before }, pass.definition))
    await db.execute(sql`update deliveries set requested_at = ${before.toISOString()}`)
    await twilioTells({ MessageSid: 'SM1', From: NUMBER, To: '+18885550100', Body: 'Hello' })
    await runJob('apply-twilio-events')

    await hear(deleted(ADA))

    expect(await findTraces(db, NUMBER)).toEqual({})
    // The event that tells identity that the number gets no visitor's alerts.
    expect(await findTraces(db, hashAddress(NUMBER))).toEqual({ outbox: 1 })
    expect(await traces(ADA)).toEqual({ erased_addresses: 1 })
  })

  test('keeps the number for another visitor whose alerts it confirmed', async () => {
    const passes = [ADA, OUTSIDER].map((email) =>
      aTextPass({ email, recipient: { channel: 'sms', address: NUMBER } }),
    )
    await hear(
      ...passes.map(({ event, definition }) => aRecord({ ...event, occurredAt: before }, definition)),
    )

    await hear(deleted(ADA))

    expect(await db.execute(sql`select email from consents`)).toEqual([{ email: OUTSIDER }])
  })

  test('and a pass that is older and comes after it asks no number', async () => {
    await hear(deleted(ADA))
    const pass = aTextPass({ email: ADA })
    await hear(aRecord({ ...pass.event, occurredAt: before }, pass.definition))

    expect(await listDeliveries()).toEqual([])
    expect(await db.execute(sql`select from consents`)).toHaveLength(0)
  })

  test('touches nothing of other people', async () => {
    await hear(alerted(OUTSIDER, before), alerted(ADA, before))
    await hear(requested(OUTSIDER, before), requested(ADA, before))
    const kept = await traces(OUTSIDER)

    await hear(deleted(ADA))

    expect(await traces(OUTSIDER)).toEqual(kept)
    expect(await addresses()).toEqual([OUTSIDER, OUTSIDER])
  })

  test('leaves what was asked for after the deletion, however late we hear of it', async () => {
    await hear(requested(ADA, before), requested(ADA, after))
    await hear(alerted(ADA, after))

    await hear(deleted(ADA))

    expect(await addresses()).toEqual([ADA, ADA])
  })

  test('keeps the suppressions of the address', async () => {
    await suppress({
      channel: 'email',
      addressHash: hashAddress(ADA),
      reason: 'unsubscribed',
      scope: 'alerts',
    })

    await hear(deleted(ADA))

    expect(await traces(ADA)).toMatchObject({ suppressions: 1 })
  })

  test('that comes again takes nothing from the address that came back', async () => {
    const deletionOfAda = deleted(ADA)
    await hear(deletionOfAda)
    await hear(requested(ADA, after))

    await hear(deletionOfAda)
    await hear(deleted(ADA))

    expect(await addresses()).toEqual([ADA])
  })
})

describe('an event that is older than the deletion and comes after it', () => {
  beforeEach(() => hear(deleted(ADA)))

  test('leaves nothing: a mail', async () => {
    await hear(requested(ADA, before), requested(OUTSIDER, before), requested(ADA, after))

    expect((await addresses()).toSorted()).toEqual([ADA, OUTSIDER])
  })

  test('leaves nothing: an alert', async () => {
    await hear(alerted(ADA, before), alerted(OUTSIDER, before), alerted(ADA, after))

    expect((await addresses()).toSorted()).toEqual([ADA, OUTSIDER])
  })

  test('leaves nothing: an alert that would go elsewhere', async () => {
    await hear(alerted(ADA, before, { recipients: [{ channel: 'sms', address: '+14075550123' }] }))

    expect(await listDeliveries()).toEqual([])
  })

  test('leaves nothing: the part of an alert that would go to the address', async () => {
    const recipients = [OUTSIDER, ADA].map((address) => ({ channel: 'email' as const, address }))
    await hear(alerted(OUTSIDER, before, { recipients }))

    expect(await addresses()).toEqual([OUTSIDER])
  })
})

describe('SubscriptionErased', () => {
  test('takes what was still written about the subscription, and nothing about others', async () => {
    const [subscriptionId, other] = [randomUUID(), randomUUID()]
    await hear(alerted(ADA, after, { subscriptionId }), alerted(ADA, after, { subscriptionId: other }))
    await hear(requested(ADA, after, activated(subscriptionId)), requested(ADA, after))

    await hear(erased(subscriptionId))

    expect(await addresses()).toEqual([ADA, ADA])
    const left = await db.execute(sql`select distinct subscription_id as id from delivery_alerts`)
    expect(left).toEqual([{ id: other }])
  })

  test('keeps out the mail about it that comes later, on its own topic', async () => {
    const subscriptionId = randomUUID()
    await hear(erased(subscriptionId))

    await hear(requested(ADA, after, activated(subscriptionId)))

    expect(await listDeliveries()).toEqual([])
  })

  test('that comes again changes nothing', async () => {
    const erasure = erased(randomUUID())
    await hear(erasure)
    await hear(requested(ADA, after))

    await hear(erasure)

    expect(await addresses()).toEqual([ADA])
  })
})

describe('what a provider told of a deleted account', () => {
  const { POSTMARK_WEBHOOK_USER: user, POSTMARK_WEBHOOK_PASSWORD: password } = SETTINGS
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const tell = (payload: string) =>
    app.inject({ method: 'POST', url: '/webhooks/postmark', headers: { authorization }, payload })
  const complaintOf = (email: string) => {
    postmark.lists.streams['alerts']?.set(email, { reason: 'SpamComplaint', since: before.toISOString() })
    return JSON.stringify({ RecordType: 'SpamComplaint', MessageID: 'm1', Email: email, Metadata: {} })
  }
  const applyAll = async () => {
    while (await runJob('apply-postmark-events')) continue
    await runJob('check-addresses')
  }

  test('is deleted with it, applied or unreadable, and nothing of other people', async () => {
    await tell(complaintOf(ADA))
    await tell(`{"Email": "${ADA}"`)
    await tell(complaintOf(OUTSIDER))
    await applyAll()

    await hear(deleted(ADA))

    expect(await traces(ADA)).toEqual({ erased_addresses: 1, outbox: 1, suppressions: 1 })
    expect(await traces(OUTSIDER)).toMatchObject({ provider_events: 1 })
  })

  test('is deleted also where JSON writes the address with escapes', async () => {
    const address = 'ada+parks@example.com'
    await tell(complaintOf(address).replace('+', '\\u002B').replace('@', '\\u0040'))
    await applyAll()

    await hear(deleted(address))

    expect(await db.execute(sql`select from provider_events`)).toHaveLength(0)
    expect(await traces(address)).toMatchObject({ suppressions: 1 })
  })

  test('and was not applied or came at the deletion is applied after it, and not kept', async () => {
    await tell(complaintOf(ADA))
    await hear(deleted(ADA))
    await tell(`{"Email": "${ADA}"`)
    await applyAll()

    expect(await traces(ADA)).toEqual({ erased_addresses: 1, outbox: 1, suppressions: 1 })
  })

  test('and is being applied at the moment of the deletion is not kept', async () => {
    await tell(complaintOf(ADA))
    let applying: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await eraseUsers(tx, [
        { userId: randomUUID(), addressHash: hashAddress(ADA), deletedAt: deletion.toISOString() },
      ])
      applying = applyAll()
      await expect.poll(waitingForLocks, PATIENCE).toBe(1)
    })
    await applying

    expect(await traces(ADA)).toEqual({ erased_addresses: 1, outbox: 1, suppressions: 1 })
  })
})

describe('what happens at the same moment', () => {
  const erasureOfAda = {
    userId: randomUUID(),
    addressHash: hashAddress(ADA),
    deletedAt: deletion.toISOString(),
  }

  test('an old mail that is being taken in is erased too', async () => {
    let erasing: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await findErased(tx, { addresses: [ADA] })
      erasing = hear(deleted(ADA))
      await expect.poll(waitingForLocks, PATIENCE).toBe(1)
      await tx.execute(sql`
        insert into deliveries (id, source, source_id, channel, address, address_hash, expires_at, requested_at)
        values (gen_random_uuid(), 'notification', gen_random_uuid(), 'email', ${ADA}, ${hashAddress(ADA)}, now(),
          ${before.toISOString()})`)
    })
    await erasing

    expect(await listDeliveries()).toEqual([])
  })

  test('an old mail that comes while its address is being erased waits, and is left out', async () => {
    let taking: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await eraseUsers(tx, [erasureOfAda])
      taking = hear(requested(ADA, before))
      await expect.poll(waitingForLocks, PATIENCE).toBe(1)
    })
    await taking

    expect(await listDeliveries()).toEqual([])
  })
})

test('the last hash is purged once every event that could be older has left the log', async () => {
  const [old, fresh] = [randomUUID(), randomUUID()]
  await hear(deleted(ADA, OUTSIDER), erased(old), erased(fresh))
  await db.execute(sql`
    update erased_addresses set erased_at = now() - interval '193 hours' where address_hash = ${hashAddress(ADA)}`)
  await db.execute(sql`
    update erased_subscriptions set erased_at = now() - interval '193 hours' where subscription_id = ${old}`)

  await runJob('purge-erasures')

  expect(await traces(ADA)).toEqual({})
  expect(await traces(OUTSIDER)).toEqual({ erased_addresses: 1 })
  expect(await db.execute(sql`select subscription_id as id from erased_subscriptions`)).toEqual([
    { id: fresh },
  ])
})
