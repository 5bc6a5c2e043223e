import { passActivated } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import type { Log } from '@walkon/service/log'
import { lockParks } from '../db/catalog.ts'
import { savePasses } from '../db/passes.ts'
import { lockSubscriptions } from '../db/subscriptions.ts'
import { watchAllWhereNothingIsChosen } from '../db/watches.ts'
import { announcePasses } from '../pass-announcement.ts'
import { reschedule } from '../scheduling.ts'

/** Extends the buyer's subscription by the pass, and watches all of the park if nothing was chosen. */
export function extendSubscriptions(deps: { defaultThresholdMinutes: number; log: Log }): Handler {
  const { defaultThresholdMinutes, log } = deps
  return on(passActivated, async (events, tx) => {
    const everyPark = events.filter(({ data }) => data.parkId === null)
    for (const { data } of everyPark)
      log.warn({ passId: data.passId }, 'a pass for every park alerts for none yet')

    const parkIds = events.flatMap(({ data }) => data.parkId ?? [])
    await lockParks(tx, parkIds)
    const passes = events.map(({ data }) => ({ ...data, ...data.recipient, email: data.email.toLowerCase() }))
    const subscriptionIds = await savePasses(tx, passes)
    if (subscriptionIds.length === 0) return
    await lockSubscriptions(tx, subscriptionIds)
    await watchAllWhereNothingIsChosen(tx, subscriptionIds, defaultThresholdMinutes)
    await reschedule(tx, subscriptionIds)
    await announcePasses(tx, { subscriptionIds })
  })
}
