import type { recipientReplied } from '@walkon/contracts/events/notifications'
import type { EventOf } from '@walkon/contracts/event'
import type { Transaction } from '@walkon/service/database'
import { parkDayAt } from '@walkon/service/park-day'
import {
  listSubscriptionsOfVisitors,
  listTimezonesOf,
  saveSilence,
  saveSnooze,
  type Silence,
} from '../../db/alerts/replies.ts'
import { insertChanges, insertDone } from '../../db/subscriptions/visitor-changes.ts'
import { lockSubscriptions } from '../../db/subscriptions/subscriptions.ts'
import { rescheduleWatches } from './reschedule-watches.ts'

type Reply = EventOf<typeof recipientReplied>['data']

/**
 * DONE silences the rides of the answered message for the rest of the park's day, SNOOZE every ride of the visitor for so many
 * minutes. Nothing is claimed meanwhile, so the first reading afterwards alerts if the wait is still short.
 */
export async function applyReplies(tx: Transaction, replies: Reply[]): Promise<void> {
  const subscriptionIds = await listSubscriptionsOfVisitors(
    tx,
    replies.flatMap(({ alertIds }) => alertIds),
  )
  await lockSubscriptions(tx, subscriptionIds)
  for (const { reply, alertIds, repliedAt } of replies) {
    switch (reply.kind) {
      case 'done':
        await saveSilence(tx, alertIds, await listEndsOfDay(tx, alertIds, new Date(repliedAt)))
        await insertDone(tx, alertIds, repliedAt)
        break
      case 'snooze':
        await snooze(tx, alertIds, new Date(Date.parse(repliedAt) + reply.minutes * 60_000))
        break
      default:
        reply satisfies never
    }
  }
  await rescheduleWatches(tx, subscriptionIds)
}

/** Every ride of the visitor rests, in all their parks. */
async function snooze(tx: Transaction, alertIds: string[], until: Date): Promise<void> {
  await saveSnooze(tx, alertIds, until)
  const after = { until: until.toISOString() }
  const subscriptionIds = await listSubscriptionsOfVisitors(tx, alertIds)
  await insertChanges(
    tx,
    subscriptionIds.map((subscriptionId) => ({
      subscriptionId,
      kind: 'snooze',
      rideId: null,
      before: null,
      after,
    })),
  )
}

/** When the day of the reply ends in each park of these alerts. */
async function listEndsOfDay(tx: Transaction, alertIds: string[], repliedAt: Date): Promise<Silence[]> {
  const timezones = await listTimezonesOf(tx, alertIds)
  return timezones.map((timezone) => ({ timezone, until: parkDayAt(repliedAt, timezone).endsAt }))
}
