import { rideLimitsFitted } from '@walkon/contracts/events/park-data'
import { on, type Handler } from '@walkon/messaging/inbox'
import { projectLimits } from '../use-cases/alerts/project-limits.ts'

export const onRideLimitsFitted = (): Handler =>
  on(rideLimitsFitted, (events, tx) =>
    projectLimits(
      tx,
      events.map(({ data }) => data),
    ),
  )
