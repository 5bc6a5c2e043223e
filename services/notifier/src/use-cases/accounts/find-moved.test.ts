import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { alerted, ordered, requested } from '../../testing/dated-events.ts'
import { aLetter, anAlertsLetter } from '../../testing/letters.ts'
import { createMovesNotifier, LAST, NEW, OLD } from '../../testing/moved-accounts.ts'
import { aNumber, someAlerts } from '../../testing/notifier.ts'

const notifier = await createMovesNotifier()
const { hear, listPublished, settle, clear, close } = notifier
const { before, after, changed, moved, deleted, historyOf, listConsents, listRows, textsOf } = notifier
afterAll(close)
beforeEach(clear)

describe('an event that is older than the change and comes after it', () => {
  beforeEach(() => hear(changed()))

  test('an alert that is older than the change and comes after it goes to the new address', async () => {
    await hear(alerted(OLD, before))

    expect(await listRows()).toMatchObject([{ address: NEW, email: NEW }])
    expect(await historyOf(NEW)).toHaveLength(1)
  })

  test('an order that is older than the change and comes after it asks its number about the alerts of the new address', async () => {
    const phone = aNumber()
    await hear(ordered(OLD, before, phone))

    expect(await listConsents()).toMatchObject([{ number: phone, email: NEW }])
    expect(await textsOf('notification')).toMatchObject([{ address: phone, email: NEW }])
  })

  test('of letters that are older than the change and come after it, one about alerts goes to the new address, and one that guards the account to the old one', async () => {
    await hear(requested(OLD, before, anAlertsLetter()), requested(OLD, before, aLetter()))

    expect((await listRows()).map(({ address }) => address).toSorted()).toEqual([OLD, NEW])
  })

  test('an alert that is older than two changes and comes after them goes to the address of the second', async () => {
    await hear(changed(NEW, LAST, after))

    await hear(alerted(OLD, before))

    expect(await listRows()).toMatchObject([{ address: LAST, email: LAST }])
  })

  test('an alert that is older than the change and comes after it goes to the first address if the account has it again', async () => {
    await hear(changed(NEW, OLD, after))

    await hear(alerted(OLD, before))

    expect(await listRows()).toMatchObject([{ address: OLD, email: OLD }])
  })

  test('what is older than the change and comes after it is dropped if the account was deleted meanwhile', async () => {
    await hear(deleted())

    await hear(alerted(OLD, before), requested(OLD, before, anAlertsLetter()))

    expect(await notifier.endFarewells()).toEqual([NEW])
    expect(await listRows()).toEqual([])
  })
})

describe('an alert that is published again', () => {
  test.for(['queued', 'delivered'])(
    'an alert that is published again after the change makes no second message where the first is %s',
    async (state) => {
      const data = someAlerts({ email: OLD })
      await hear(alerted(OLD, before, data))
      if (state !== 'queued') await settle(state)
      await hear(changed(), moved(data.subscriptionId))

      await hear(alerted(OLD, after, data))

      expect(await listRows()).toHaveLength(1)
    },
  )

  test('an alert that is published again after two changes makes no second message where the first was sent between them', async () => {
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
