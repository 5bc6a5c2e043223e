import { maskAddress } from '@walkon/contracts/mask'
import { hashAddress } from '@walkon/service/address-hash'
import { linkHeaders } from '@walkon/testing/service'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { alerted, requested } from '../../testing/dated-events.ts'
import { aLetter, anAlertsLetter } from '../../testing/letters.ts'
import { createMovesNotifier, deletionOf, NEW, OLD, OUTSIDER } from '../../testing/moved-accounts.ts'

const notifier = await createMovesNotifier()
const { app, db, hear, runJob, suppress, settle, clear, close } = notifier
const { before, change, after, changed, moved, listRows, historyOf, exportOf } = notifier
afterAll(close)
beforeEach(clear)

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

    expect(await listRows()).toMatchObject([
      { address: OLD, email: NEW },
      { address: OLD, email: NEW },
    ])
    // An earlier address can be another person's by now.
    expect((await exportOf(NEW))['deliveries']).toMatchObject([
      { address: maskAddress(OLD), email: NEW },
      { address: maskAddress(OLD), email: NEW },
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

  test('what is requested for the old address after the change is another visitor’s', async () => {
    await hear(alerted(OLD, after), requested(OLD, after, anAlertsLetter()))

    await hear(changed())
    await hear(alerted(OLD, after))

    expect((await listRows()).map(({ address }) => address)).toEqual([OLD, OLD, OLD])
    expect(await historyOf(NEW)).toEqual([])
  })

  test('a change of address touches nothing of other people', async () => {
    await hear(alerted(OUTSIDER, before), requested(OUTSIDER, before, anAlertsLetter()))
    const kept = await findTraces(db, OUTSIDER, hashAddress(OUTSIDER))

    await hear(changed())

    expect(await findTraces(db, OUTSIDER, hashAddress(OUTSIDER))).toEqual(kept)
  })

  test('suppressions stay with their mailbox when its account changes its address', async () => {
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

test('moves are purged when no event can be older than they are', async () => {
  await hear(changed(), moved(randomUUID()))
  await runJob('purge-erasures')
  expect(await findTraces(db, NEW)).toEqual({ accounts: 1, moved_addresses: 1, moved_subscriptions: 1 })

  for (const table of ['moved_addresses', 'moved_subscriptions'])
    await db.execute(sql`update ${sql.identifier(table)} set created_at = created_at - interval '193 hours'`)
  await runJob('purge-erasures')

  expect(await findTraces(db, NEW)).toEqual({ accounts: 1 })
})
