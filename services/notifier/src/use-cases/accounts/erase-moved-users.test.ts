import { subscriptionErased } from '@walkon/contracts/events/alerts'
import { hashAddress } from '@walkon/service/address-hash'
import { heard } from '@walkon/testing/service'
import { findTraces } from '@walkon/testing/traces'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { alerted, ordered, requested } from '../../testing/dated-events.ts'
import { aLetter, anAlertsLetter } from '../../testing/letters.ts'
import { createMovesNotifier, deletionOf, NEW, OLD } from '../../testing/moved-accounts.ts'
import { aNumber, someAlerts } from '../../testing/notifier.ts'

const notifier = await createMovesNotifier()
const { db, hear, settle, endFarewells, clear, close } = notifier
const { before, change, after, changed, moved, deleted, listConsents, listRows, sayYes } = notifier
afterAll(close)
beforeEach(clear)

describe('UserDeleted after the change', () => {
  test('the deletion of an account that changed its address leaves nothing of either address but their hashes', async () => {
    const phone = aNumber()
    const data = someAlerts({ email: OLD })
    const { subscriptionId } = data
    await hear(alerted(OLD, before, data), requested(OLD, before, aLetter()))
    await settle('delivered')
    await hear(alerted(OLD, before), requested(OLD, before, anAlertsLetter({ subscriptionId })))
    await hear(ordered(OLD, before, phone))
    await sayYes()
    await hear(alerted(OLD, before, { recipients: [{ channel: 'sms', address: phone }] }))
    await hear(changed(), moved(subscriptionId))

    await hear(deleted())
    await hear(heard(subscriptionErased, { subscriptionId }))

    expect(await endFarewells()).toEqual([NEW])
    expect(await listRows()).toEqual([])
    expect(await findTraces(db, OLD, NEW)).toEqual({})
    // The outbox has whose alerts the number got, until it is published.
    expect(await findTraces(db, phone)).toEqual({ outbox: 1 })
    expect(await findTraces(db, hashAddress(OLD), hashAddress(NEW))).toEqual({
      ended_links: 2,
      erased_addresses: 2,
      outbox: 1,
    })
  })

  test('the deletion of an earlier account of the new address leaves the consents that came to it', async () => {
    await hear(ordered(OLD, new Date(change.getTime() - 20_000), aNumber()), changed())

    await hear(deletionOf(new Date(change.getTime() - 10_000), NEW))

    expect(await listConsents()).toMatchObject([{ email: NEW }])
  })

  test('the deletion of an account takes the letters to a former address that another account has by now', async () => {
    await hear(requested(OLD, before, aLetter()), alerted(OLD, before))
    await settle('delivered')
    await hear(changed())

    await hear(deletionOf(after, NEW))

    expect(await listRows()).toEqual([])
  })

  test('the deletion of an account leaves what another visitor has at its old address since the change', async () => {
    await hear(changed())
    await hear(alerted(OLD, new Date(change.getTime() + 1_000)))

    await hear(deleted())

    expect(await endFarewells()).toEqual([NEW])
    expect(await listRows()).toMatchObject([{ address: OLD }])
  })
})
