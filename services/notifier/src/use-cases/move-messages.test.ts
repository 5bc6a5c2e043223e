import { alertTriggered, subscriptionErased, subscriptionMoved } from '@walkon/contracts/events/alerts'
import { userAddressChanged, userDeleted } from '@walkon/contracts/events/identity'
import type { DataExport } from '@walkon/contracts/http/data-export'
import type { HistoryEntry } from '@walkon/contracts/http/notifications'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { Letter } from '@walkon/contracts/letter'
import type { LogRecord } from '@walkon/messaging/event-log'
import { applyRecords } from '@walkon/messaging/inbox'
import { hashAddress } from '@walkon/service/address-hash'
import { anEvent, aRecord } from '@walkon/testing/events'
import { linkHeaders } from '@walkon/testing/service'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTextLinks } from '../channels/text-links.ts'
import { aLetter, anAlertsLetter } from '../testing/letters.ts'
import { aNumber, aTextPass, createTestNotifier, KEYS, linksFor, someAlerts } from '../testing/notifier.ts'

const { accounts, app, db, handlers, listPublished, runJob, suppress, clear, close } =
  await createTestNotifier()
afterAll(close)
beforeEach(clear)

const OLD = 'ada@example.com'
const NEW = 'lovelace@example.com'
const LAST = 'byron@example.com'
const OUTSIDER = 'oscar@example.com'

/** The phone of the test: a number may be asked only so often a day. */
let phone: string
const toPhone = () => ({ channel: 'sms', address: phone }) as const
beforeEach(() => {
  phone = aNumber()
})
const links = createTextLinks({ publicUrl: '', keys: KEYS })

/** Instants around the change. */
const before = new Date(Date.now() - 60_000)
const change = new Date(Date.now() - 30_000)
const after = new Date(Date.now() - 10_000)

const hear = (...records: LogRecord[]) => applyRecords(db, handlers, records)

const changed = (oldEmail = OLD, newEmail = NEW, changedAt = change) =>
  aRecord(
    anEvent(userAddressChanged, {
      userId: randomUUID(),
      oldEmail,
      newEmail,
      changedAt: changedAt.toISOString(),
    }),
    userAddressChanged,
  )

type AlertData = Parameters<typeof someAlerts>[0]

const alerted = (email: string, occurredAt: Date, data: AlertData = {}) =>
  aRecord({ ...anEvent(alertTriggered, someAlerts({ email, ...data })), occurredAt }, alertTriggered)

const requested = (address: string, occurredAt: Date, notification: Letter, notificationId = randomUUID()) =>
  aRecord(
    {
      ...anEvent(notificationRequested, {
        notificationId,
        recipient: { channel: 'email', address },
        notification,
        expiresAt: '2099-01-01T00:00:00Z',
      }),
      occurredAt,
    },
    notificationRequested,
  )

/** A pass whose alerts go to the phone. */
const ordered = (email: string, occurredAt: Date) => {
  const { event, definition } = aTextPass({ email, recipient: toPhone() })
  return aRecord({ ...event, occurredAt }, definition)
}
/** The phone's owner answers YES to the questions so far. */
const sayYes = () => db.execute(sql`update consents set confirmed_at = now() where asked_at is not null`)

const moved = (subscriptionId: string, email = NEW, changedAt = change) =>
  aRecord(
    anEvent(subscriptionMoved, { subscriptionId, email, changedAt: changedAt.toISOString() }),
    subscriptionMoved,
  )

const deletionOf = (occurredAt: Date, email: string, former?: { addressHash: string; usedUntil: string }) =>
  aRecord(
    {
      ...anEvent(userDeleted, {
        userId: randomUUID(),
        addressHashes: [hashAddress(email), ...(former ? [former.addressHash] : [])],
        formerAddresses: former ? [former] : [],
        deletedAt: occurredAt.toISOString(),
      }),
      occurredAt,
    },
    userDeleted,
  )

const listRows = () =>
  db.execute<{ address: string; email: string; state: string }>(
    sql`select address, email, state from deliveries order by requested_at, address`,
  )
const textsOf = (source: string) =>
  db.execute<{ id: string; address: string; email: string }>(
    sql`select id, address, email from deliveries where channel = 'sms' and source = ${source}`,
  )
const listConsents = () =>
  db.execute(sql`select number, email, confirmed_at is not null as "isConfirmed" from consents`)
const settle = (state: string) => db.execute(sql`update deliveries set state = ${state}, content = null`)

const historyOf = async (email: string) =>
  (await app.inject({ url: '/history', headers: accounts.headersFor({ email }) })).json<HistoryEntry[]>()
const exportOf = async (email: string) =>
  (await app.inject({ url: '/export', headers: accounts.headersFor({ email }) })).json<DataExport>()

describe('UserAddressChanged', () => {
  test('the history of the old address is that of the new one, with the same alerts', async () => {
    await hear(alerted(OLD, before))
    await settle('delivered')
    const history = await historyOf(OLD)
    expect(history).toHaveLength(1)

    await hear(changed())

    expect(await historyOf(NEW)).toEqual(history)
    expect(await historyOf(OLD)).toEqual([])
  })

  test('a queued alert goes to the new address, with links for the new address', async () => {
    await hear(alerted(OLD, before))

    await hear(changed())

    expect(await listRows()).toMatchObject([{ address: NEW, email: NEW, state: 'queued' }])
  })

  test('a message that was sent stays where it went, and is exported for the new address', async () => {
    await hear(alerted(OLD, before), requested(OLD, before, aLetter()))
    await settle('delivered')

    await hear(changed())

    expect((await exportOf(NEW))['deliveries']).toMatchObject([
      { address: OLD, email: NEW },
      { address: OLD, email: NEW },
    ])
    expect(Object.values(await exportOf(OLD)).flat()).toEqual([])
  })

  test.for(['sending', 'unknown'])(
    'a message that is %s stays with the old address and its links, and its alerts are the new one’s',
    async (state) => {
      await hear(alerted(OLD, before))
      await db.execute(sql`update deliveries set state = ${state}`)

      await hear(changed())

      expect(await listRows()).toMatchObject([{ address: OLD, email: OLD, state }])
      expect(await historyOf(NEW)).toHaveLength(1)
    },
  )

  test('a queued letter about alerts goes to the new address, and one that guards the account does not', async () => {
    await hear(requested(OLD, before, anAlertsLetter({ subscriptionId: randomUUID() })))
    await hear(requested(OLD, before, aLetter()))

    await hear(changed())

    expect((await listRows()).map(({ address }) => address).toSorted()).toEqual([OLD, NEW])
  })

  test('a text keeps its number, and its link opens the alerts of the new address', async () => {
    await hear(ordered(OLD, before))
    await sayYes()
    await hear(alerted(OLD, before, { recipients: [toPhone()] }))

    await hear(changed())

    const [text] = await textsOf('alert')
    expect(text).toMatchObject({ address: phone, email: NEW })
    const link = links.urlOf(text!.id)
    const token = new URL(
      String((await app.inject({ url: link })).headers.location),
      'https://walkon.example',
    )
    expect(await linksFor('manage').open(token.searchParams.get('token') ?? '', new Date())).toMatchObject({
      email: NEW,
      knownAt: change,
    })
  })

  test('a number that has said YES is texted about the alerts of the new address, and is not asked again', async () => {
    await hear(ordered(OLD, before))
    await sayYes()

    await hear(changed())
    await hear(ordered(NEW, after), alerted(NEW, after, { recipients: [toPhone()] }))

    expect(await textsOf('alert')).toMatchObject([{ address: phone, email: NEW }])
    expect(await textsOf('notification')).toHaveLength(1)
  })

  test('a number that was asked before the change and says YES after it is texted about the new address', async () => {
    await hear(ordered(OLD, before))

    await hear(changed())
    await sayYes()
    await hear(alerted(NEW, after, { recipients: [toPhone()] }))

    expect(await textsOf('alert')).toMatchObject([{ address: phone, email: NEW }])
  })

  test.for([OLD, NEW])(
    'a number that was confirmed for %s alone is confirmed where both named it',
    async (confirmed) => {
      await hear(ordered(confirmed, before))
      await sayYes()
      await hear(ordered(confirmed === OLD ? NEW : OLD, before))

      await hear(changed())

      expect(await listConsents()).toMatchObject([{ email: NEW, isConfirmed: true }])
    },
  )

  test('what another visitor of the old address agreed to after the change stays there', async () => {
    await hear(ordered(OLD, after))

    await hear(changed())

    expect(await listConsents()).toMatchObject([{ email: OLD }])
  })

  test('what is requested for the old address after the change is another visitor’s', async () => {
    await hear(alerted(OLD, after), requested(OLD, after, anAlertsLetter()))

    await hear(changed())
    await hear(alerted(OLD, after))

    expect((await listRows()).map(({ address }) => address)).toEqual([OLD, OLD, OLD])
    expect(await historyOf(NEW)).toEqual([])
  })

  test('touches nothing of other people', async () => {
    await hear(alerted(OUTSIDER, before), requested(OUTSIDER, before, anAlertsLetter()))
    const kept = await findTraces(db, OUTSIDER, hashAddress(OUTSIDER))

    await hear(changed())

    expect(await findTraces(db, OUTSIDER, hashAddress(OUTSIDER))).toEqual(kept)
  })

  test('suppressions stay with their mailbox', async () => {
    await suppress({
      channel: 'email',
      addressHash: hashAddress(OLD),
      reason: 'unsubscribed',
      scope: 'alerts',
    })
    await hear(alerted(OLD, before), requested(OLD, before, aLetter()))
    await settle('delivered')

    await hear(changed())

    const rows = await db.execute(sql`select address_hash as hash from suppressions`)
    expect(rows).toEqual([{ hash: hashAddress(OLD) }])
    expect((await exportOf(NEW))['suppressions']).toEqual([])
  })

  test('what goes on to the new address is not erased with its earlier user, who was deleted before the change', async () => {
    await hear(alerted(OLD, before))
    await hear(changed())

    await hear(deletionOf(new Date(change.getTime() - 10_000), NEW))

    expect(await listRows()).toMatchObject([{ address: NEW }])
  })

  test('a change that is delivered twice changes nothing the second time', async () => {
    await hear(alerted(OLD, before))
    await hear(changed())
    await hear(alerted(OLD, after))
    const rows = await listRows()

    await hear(changed())

    expect(await listRows()).toEqual(rows)
  })

  test('401: a manage link of before the change opens no history', async () => {
    const headers = await linkHeaders(OLD, 'manage', new Date())
    await hear(changed())

    expect((await app.inject({ url: '/history', headers })).statusCode).toBe(401)
  })
})

describe('an event that is older than the change and comes after it', () => {
  beforeEach(() => hear(changed()))

  test('an alert goes to the new address', async () => {
    await hear(alerted(OLD, before))

    expect(await listRows()).toMatchObject([{ address: NEW, email: NEW }])
    expect(await historyOf(NEW)).toHaveLength(1)
  })

  test('an order asks its number about the alerts of the new address', async () => {
    await hear(ordered(OLD, before))

    expect(await listConsents()).toMatchObject([{ number: phone, email: NEW }])
    expect(await textsOf('notification')).toMatchObject([{ address: phone, email: NEW }])
  })

  test('a letter about alerts goes to the new address, and one that guards the account to the old one', async () => {
    await hear(requested(OLD, before, anAlertsLetter()), requested(OLD, before, aLetter()))

    expect((await listRows()).map(({ address }) => address).toSorted()).toEqual([OLD, NEW])
  })

  test('goes on to the address of a second change', async () => {
    await hear(changed(NEW, LAST, after))

    await hear(alerted(OLD, before))

    expect(await listRows()).toMatchObject([{ address: LAST, email: LAST }])
  })

  test('goes to the first address if the account has it again', async () => {
    await hear(changed(NEW, OLD, after))

    await hear(alerted(OLD, before))

    expect(await listRows()).toMatchObject([{ address: OLD, email: OLD }])
  })

  test('is dropped if the account was deleted meanwhile', async () => {
    await hear(deleted())

    await hear(alerted(OLD, before), requested(OLD, before, anAlertsLetter()))

    expect(await listRows()).toEqual([])
  })
})

describe('an alert that is published again', () => {
  test.for(['queued', 'delivered'])(
    'after the change makes no second message where the first is %s',
    async (state) => {
      const data = someAlerts({ email: OLD })
      await hear(alerted(OLD, before, data))
      if (state !== 'queued') await settle(state)
      await hear(changed(), moved(data.subscriptionId))

      await hear(alerted(OLD, after, data))

      expect(await listRows()).toHaveLength(1)
    },
  )

  test('after two changes makes no second message where the first was sent between them', async () => {
    const data = someAlerts({ email: OLD })
    await hear(alerted(OLD, before, data))
    await hear(changed(), moved(data.subscriptionId))
    await settle('accepted')
    await hear(changed(NEW, LAST, after), moved(data.subscriptionId, LAST, after))

    await hear(alerted(OLD, before, data))

    expect(await listRows()).toMatchObject([{ address: NEW, email: LAST }])
    expect((await listPublished()).at(-1)).toMatchObject({ type: 'DeliveryRecorded' })
  })

  test('a letter that is requested again after the change is not written a second time', async () => {
    const notificationId = randomUUID()
    await hear(requested(OLD, before, anAlertsLetter(), notificationId))
    await settle('accepted')
    await hear(changed())

    await hear(requested(OLD, before, anAlertsLetter(), notificationId))

    expect(await listRows()).toHaveLength(1)
  })
})

describe('SubscriptionMoved', () => {
  test('takes along what alert-evaluator still published for the old address after the change', async () => {
    const data = someAlerts({ email: OLD })
    const { subscriptionId } = data
    await hear(changed())
    await hear(alerted(OLD, after, data))
    await hear(requested(OLD, after, anAlertsLetter({ subscriptionId })))

    await hear(moved(subscriptionId))

    expect((await listRows()).map(({ address }) => address)).toEqual([NEW, NEW])
    expect(await historyOf(NEW)).toHaveLength(1)
  })

  test('sends on an alert of the subscription that names the old address though it comes later', async () => {
    const data = someAlerts({ email: OLD })
    await hear(moved(data.subscriptionId))

    await hear(alerted(OLD, after, data), alerted(OLD, after))

    expect((await listRows()).map(({ address }) => address)).toEqual([OLD, NEW])
  })

  test('of an earlier change that comes after a later one moves nothing back', async () => {
    const data = someAlerts({ email: OLD })
    await hear(moved(data.subscriptionId, LAST, after))
    await hear(moved(data.subscriptionId, NEW, change))

    await hear(alerted(OLD, after, data))

    expect(await listRows()).toMatchObject([{ address: LAST }])
  })
})

/** The deletion of the account that changed its address. */
const deleted = () =>
  deletionOf(after, NEW, { addressHash: hashAddress(OLD), usedUntil: change.toISOString() })

describe('UserDeleted after the change', () => {
  test('leaves nothing of either address but their hashes', async () => {
    const data = someAlerts({ email: OLD })
    const { subscriptionId } = data
    await hear(alerted(OLD, before, data), requested(OLD, before, aLetter()))
    await settle('delivered')
    await hear(alerted(OLD, before), requested(OLD, before, anAlertsLetter({ subscriptionId })))
    await hear(ordered(OLD, before))
    await sayYes()
    await hear(alerted(OLD, before, { recipients: [toPhone()] }))
    await hear(changed(), moved(subscriptionId))

    await hear(deleted())
    await hear(aRecord(anEvent(subscriptionErased, { subscriptionId }), subscriptionErased))

    expect(await listRows()).toEqual([])
    expect(await findTraces(db, OLD, NEW)).toEqual({})
    // The outbox has whose alerts the number got, until it is published.
    expect(await findTraces(db, phone)).toEqual({ outbox: 1 })
    expect(await findTraces(db, hashAddress(OLD), hashAddress(NEW))).toEqual({
      ended_links: 1,
      erased_addresses: 2,
      outbox: 1,
    })
  })

  test('of an earlier account of the new address leaves the consents that came to it', async () => {
    await hear(ordered(OLD, new Date(change.getTime() - 20_000)), changed())

    await hear(deletionOf(new Date(change.getTime() - 10_000), NEW))

    expect(await listConsents()).toMatchObject([{ email: NEW }])
  })

  test('takes the letters to a former address that another account has by now', async () => {
    await hear(requested(OLD, before, aLetter()), alerted(OLD, before))
    await settle('delivered')
    await hear(changed())

    await hear(deletionOf(after, NEW))

    expect(await listRows()).toEqual([])
  })

  test('leaves what another visitor has at the old address since the change', async () => {
    await hear(changed())
    await hear(alerted(OLD, new Date(change.getTime() + 1_000)))

    await hear(deleted())

    expect(await listRows()).toMatchObject([{ address: OLD }])
  })
})

test('moves are purged when no event can be older than they are', async () => {
  await hear(changed(), moved(randomUUID()))
  await runJob('purge-erasures')
  expect(await findTraces(db, NEW)).toEqual({ moved_addresses: 1, moved_subscriptions: 1 })

  for (const table of ['moved_addresses', 'moved_subscriptions'])
    await db.execute(sql`update ${sql.identifier(table)} set created_at = created_at - interval '193 hours'`)
  await runJob('purge-erasures')

  expect(await findTraces(db, NEW)).toEqual({})
})
