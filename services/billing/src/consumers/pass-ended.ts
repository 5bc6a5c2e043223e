import { passEnded } from '@walkon/contracts/events/alerts'
import { on, type Handler } from '@walkon/messaging/inbox'
import { beginGuarantees } from '../use-cases/begin-guarantees.ts'

export const onPassEnded = ({ settleHours, now }: { settleHours: number; now: () => Date }): Handler =>
  on(passEnded, (events, tx) =>
    beginGuarantees(
      tx,
      events.map(({ data: { passId, endedAt, alerts } }) => ({ passId, endedAt, alerts })),
      { now: now(), settleHours },
    ),
  )
