import { passRegistered } from '@walkon/contracts/events/alerts'
import { on } from '@walkon/messaging/inbox'
import { PUBLISHED, saveAnswered } from '../db/published.ts'

export const onPassRegistered = on(passRegistered, (events, tx) =>
  saveAnswered(
    tx,
    PUBLISHED.passes,
    events.map(({ data }) => ({ id: data.passId })),
  ),
)
