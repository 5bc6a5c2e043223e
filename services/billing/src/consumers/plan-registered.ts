import { planRegistered } from '@walkon/contracts/events/alerts'
import { on } from '@walkon/messaging/inbox'
import { PUBLISHED, saveAnswered } from '../db/published.ts'

export const onPlanRegistered = on(planRegistered, (events, tx) =>
  saveAnswered(
    tx,
    PUBLISHED.plans,
    events.map(({ data: { planId: id, version } }) => ({ id, version })),
  ),
)
