import { assistDayActivated } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import { followAssistDays } from '../use-cases/lanes/follow-assist-days.ts'

export const onAssistDayActivated = (): Handler =>
  on(assistDayActivated, (events, tx) =>
    followAssistDays(
      tx,
      events.map(({ data }) => data),
      false,
    ),
  )
