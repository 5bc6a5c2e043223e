import { quietTimesChanged } from '@walkon/contracts/events/alerts'
import { on, type Handler } from '@walkon/messaging/inbox'
import { saveQuietTimes } from '../db/quiet-times.ts'

export const onQuietTimesChanged = (): Handler =>
  on(quietTimesChanged, (events, tx) =>
    saveQuietTimes(
      tx,
      events.map(({ data: { addressHash, quietHours, pausedAt, changedAt } }) => ({
        addressHash,
        quietFrom: quietHours?.from ?? null,
        quietUntil: quietHours?.until ?? null,
        pausedAt,
        changedAt,
      })),
    ),
  )
