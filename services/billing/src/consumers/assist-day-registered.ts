import { assistDayRegistered } from '@walkon/contracts/events/planner'
import { on } from '@walkon/messaging/inbox'
import { PUBLISHED, saveAnswered } from '../db/published.ts'

export const onAssistDayRegistered = on(assistDayRegistered, (events, tx) =>
  saveAnswered(
    tx,
    PUBLISHED['assist-days'],
    events.map(({ data }) => ({ id: data.assistDayId })),
  ),
)
