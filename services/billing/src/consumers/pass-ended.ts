import { passEnded } from '@walkon/contracts/events/alerts'
import { on, type Handler } from '@walkon/messaging/inbox'
import { beginGuarantees, type GuaranteeWaits } from '../use-cases/guarantee/begin-guarantees.ts'

export const onPassEnded = ({ now, ...waits }: GuaranteeWaits & { now: () => Date }): Handler =>
  on(passEnded, (events, tx) =>
    beginGuarantees(
      tx,
      events.map(({ data: { passId, endedAt, alerts } }) => ({ passId, endedAt, alerts })),
      { now: now(), ...waits },
    ),
  )
