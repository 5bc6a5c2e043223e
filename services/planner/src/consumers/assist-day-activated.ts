import { assistDayActivated } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import { followAssistDays } from '../use-cases/lanes/follow-assist-days.ts'
import { registerAssistDays } from '../use-cases/lanes/register-assist-days.ts'

export const onAssistDayActivated = (): Handler =>
  on(assistDayActivated, async (events, tx) => {
    const days = events.map(({ data }) => data)
    await followAssistDays(tx, days, false)
    await registerAssistDays(tx, days)
  })
