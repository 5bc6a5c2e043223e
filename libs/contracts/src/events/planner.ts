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

export const tablesTold = defineEvent({
  type: 'TablesTold',
  summary:
    'Accounts were told of tables of a park, each by a letter that was requested before. It names accounts by their ids alone.',
  topic: 'planner.tables',
  publisher: 'planner',
  key: (data) => data.parkId,
  data: z.object({
    parkId: feedId,
    toldAt: instant,
    openings: z
      .array(
        z.object({
          openingId: z.uuid(),
          restaurantId: feedId,
          /** A calendar day of the park. */
          date: z.iso.date(),
          source: z.enum(['walk-up', 'reservation']),
          partySize: z.int().min(1),
          /** `HH:mm` in the park's time; null for a walk-up table. */
          time: z.nullable(z.string()),
          /** Null for a reservation. */
          waitMinutes: z.nullable(z.int().min(0)),
          meal: z.enum(['breakfast', 'lunch', 'dinner']),
          openedAt: instant,
        }),
      )
      .min(1),
    tellings: z
      .array(
        z.object({
          userId: z.uuid(),
          alertId: z.uuid(),
          restaurantName: z.string(),
          openingIds: z.array(z.uuid()).min(1),
          /** SHA-256 of the token in the letter's link, hex. */
          tokenHash: z.string(),
        }),
      )
      .min(1),
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
