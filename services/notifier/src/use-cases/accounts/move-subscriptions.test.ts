import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { alerted, requested } from '../../testing/dated-events.ts'
import { anAlertsLetter } from '../../testing/letters.ts'
import { createMovesNotifier, LAST, NEW, OLD } from '../../testing/moved-accounts.ts'
import { someAlerts } from '../../testing/notifier.ts'

const notifier = await createMovesNotifier()
const { hear, clear, close } = notifier
const { change, after, changed, moved, historyOf, listRows } = notifier
afterAll(close)
beforeEach(clear)

describe('SubscriptionMoved', () => {
  test('SubscriptionMoved takes along what alert-evaluator still published for the old address after the change', async () => {
    const data = someAlerts({ email: OLD })
    const { subscriptionId } = data
    await hear(changed())
    await hear(alerted(OLD, after, data))
    await hear(requested(OLD, after, anAlertsLetter({ subscriptionId })))

    await hear(moved(subscriptionId))

    expect((await listRows()).map(({ address }) => address)).toEqual([NEW, NEW])
    expect(await historyOf(NEW)).toHaveLength(1)
  })

  test('SubscriptionMoved sends on an alert of the subscription that names the old address though it comes later', async () => {
    const data = someAlerts({ email: OLD })
    await hear(moved(data.subscriptionId))

    await hear(alerted(OLD, after, data), alerted(OLD, after))

    expect((await listRows()).map(({ address }) => address)).toEqual([OLD, NEW])
  })

  test('a SubscriptionMoved of an earlier change that comes after a later one moves nothing back', async () => {
    const data = someAlerts({ email: OLD })
    await hear(moved(data.subscriptionId, LAST, after))
    await hear(moved(data.subscriptionId, NEW, change))

    await hear(alerted(OLD, after, data))

    expect(await listRows()).toMatchObject([{ address: LAST }])
  })
})
