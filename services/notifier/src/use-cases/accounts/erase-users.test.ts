import { hashAddress } from '@walkon/service/address-hash'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { alerted, ordered, requested } from '../../testing/dated-events.ts'
import { ADA, createErasingNotifier, OUTSIDER } from '../../testing/erasures.ts'
import { eraseUsers } from './erase-users.ts'
import { findErased } from './find-erased.ts'

const notifier = await createErasingNotifier()
const { db, hear, runJob, twilioTells, suppress, listDeliveries, waitingForLocks, clear, close } = notifier
const { before, deletion, after, deleted, erased, addresses, traces } = notifier
afterAll(close)
beforeEach(clear)

const NUMBER = '+14075550123'

describe('UserDeleted', () => {
  test('the deletion of an account leaves nothing that was written to the address or about its alerts, whatever became of it', async () => {
    const sms = { channel: 'sms' as const, address: '+14075550123' }
    await hear(alerted(ADA, before, { recipients: [{ channel: 'email', address: ADA }, sms] }))
    await db.execute(sql`update deliveries set state = 'delivered', content = null`)
    await hear(requested(ADA, before), alerted(ADA, before))

    await hear(deleted(ADA))

    expect(await listDeliveries()).toEqual([])
    expect(await traces(ADA)).toEqual({ ended_links: 1, erased_addresses: 1 })
  })

  test('the deletion of an account takes what went to the address though it was about another person’s alerts', async () => {
    const recipients = [OUTSIDER, ADA].map((address) => ({ channel: 'email' as const, address }))
    await hear(alerted(OUTSIDER, before, { recipients }))

    await hear(deleted(ADA))

    expect(await addresses()).toEqual([OUTSIDER])
    expect(await db.execute(sql`select from delivery_alerts`)).toHaveLength(1)
  })

  test('the deletion of an account leaves no number, no question to it and nothing that Twilio told of it', async () => {
    await hear(ordered(ADA, before, NUMBER))
    await db.execute(sql`update deliveries set requested_at = ${before.toISOString()}`)
    await twilioTells({ MessageSid: 'SM1', From: NUMBER, To: '+18885550100', Body: 'Hello' })
    await runJob('apply-twilio-events')

    await hear(deleted(ADA))

    expect(await findTraces(db, NUMBER)).toEqual({})
    // The event that tells identity that the number gets no visitor's alerts.
    expect(await findTraces(db, hashAddress(NUMBER))).toEqual({ outbox: 1 })
    expect(await traces(ADA)).toEqual({ ended_links: 1, erased_addresses: 1 })
  })

  test('the deletion of an account keeps the number for another visitor whose alerts it confirmed', async () => {
    await hear(ordered(ADA, before, NUMBER), ordered(OUTSIDER, before, NUMBER))

    await hear(deleted(ADA))

    expect(await db.execute(sql`select email from consents`)).toEqual([{ email: OUTSIDER }])
  })

  test('a pass that is older than the deletion and comes after it asks no number', async () => {
    await hear(deleted(ADA))
    await hear(ordered(ADA, before, NUMBER))

    expect(await listDeliveries()).toEqual([])
    expect(await db.execute(sql`select from consents`)).toHaveLength(0)
  })

  test('the deletion of an account touches nothing of other people', async () => {
    await hear(alerted(OUTSIDER, before), alerted(ADA, before))
    await hear(requested(OUTSIDER, before), requested(ADA, before))
    const kept = await traces(OUTSIDER)

    await hear(deleted(ADA))

    expect(await traces(OUTSIDER)).toEqual(kept)
    expect(await addresses()).toEqual([OUTSIDER, OUTSIDER])
  })

  test('what was asked for after the deletion stays, however late the deletion is heard', async () => {
    await hear(requested(ADA, before), requested(ADA, after))
    await hear(alerted(ADA, after))

    await hear(deleted(ADA))

    expect(await addresses()).toEqual([ADA, ADA])
  })

  test('the deletion of an account keeps the suppressions of the address', async () => {
    await suppress({
      channel: 'email',
      addressHash: hashAddress(ADA),
      reason: 'unsubscribed',
      scope: 'alerts',
    })

    await hear(deleted(ADA))

    expect(await traces(ADA)).toMatchObject({ suppressions: 1 })
  })

  test('a deletion that comes again takes nothing from the address that came back', async () => {
    const deletionOfAda = deleted(ADA)
    await hear(deletionOfAda)
    await hear(requested(ADA, after))

    await hear(deletionOfAda)
    await hear(deleted(ADA))

    expect(await addresses()).toEqual([ADA])
  })
})

describe('what happens at the same moment', () => {
  const erasureOfAda = {
    userId: randomUUID(),
    addressHash: hashAddress(ADA),
    deletedAt: deletion.toISOString(),
  }

  test('a mail that is older than the deletion and is taken in at the same moment is erased too', async () => {
    let erasing: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await findErased(tx, { addresses: [ADA] })
      erasing = hear(deleted(ADA))
      await expect.poll(waitingForLocks).toBe(1)
      await tx.execute(sql`
        insert into deliveries (id, source, source_id, channel, address, address_hash, expires_at, requested_at)
        values (gen_random_uuid(), 'notification', gen_random_uuid(), 'email', ${ADA}, ${hashAddress(ADA)}, now(),
          ${before.toISOString()})`)
    })
    await erasing

    expect(await listDeliveries()).toEqual([])
  })

  test('a mail that is older than the deletion and comes while its address is being erased waits, and is left out', async () => {
    let taking: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await eraseUsers(tx, [erasureOfAda], new Date())
      taking = hear(requested(ADA, before))
      await expect.poll(waitingForLocks).toBe(1)
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

  expect(await traces(ADA)).toEqual({ ended_links: 1 })
  expect(await traces(OUTSIDER)).toEqual({ ended_links: 1, erased_addresses: 1 })
  expect(await db.execute(sql`select subscription_id as id from erased_subscriptions`)).toEqual([
    { id: fresh },
  ])
})
