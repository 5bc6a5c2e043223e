import { z } from 'zod'
import { defineEvent } from '../event.ts'
import { feedId, instant } from '../values.ts'

/** Facts published by planner. */

export const companionWatchChanged = defineEvent({
  type: 'CompanionWatchChanged',
  summary:
    'Restaurant alerts or Lightning Lane preferences watch a park until this time, or no longer. It names no visitor.',
  topic: 'planner.watched-parks',
  publisher: 'planner',
  key: (data) => data.parkId,
  data: z.object({
    parkId: feedId,
    /** The end of the park’s day, or of the last paid day of Lightning Lane Assist; null: nothing watches it. */
    watchedUntil: z.nullable(instant),
  }),
})

export const assistDayRegistered = defineEvent({
  type: 'AssistDayRegistered',
  summary:
    'The planner has a Lightning Lane Assist day that was paid or given back. Follows each AssistDayActivated, also one that was published again.',
  topic: 'planner.assist-days',
  publisher: 'planner',
  key: (data) => data.assistDayId,
  data: z.object({ assistDayId: z.uuid() }),
})
