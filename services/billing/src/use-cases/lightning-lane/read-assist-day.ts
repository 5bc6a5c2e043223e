import type { AssistDayView, EndedAssistDay } from '@walkon/contracts/http/assist-days'
import type { Database } from '@walkon/service/database'
import type { Settings } from '../../config.ts'
import {
  findOpenAssistDay,
  listAssistDays,
  listEndedAssistDays,
  type AssistDayRow,
} from '../../db/lightning-lane/assist-days.ts'
import { markDue } from '../../db/payments/due.ts'

export type ReadAssistDayDeps = {
  db: Database
  settings: Pick<Settings, 'ASSIST_DAY_CENTS'>
  now: () => Date
}

/**
 * Reads a day for its page. The browser's return proves nothing, so an open payment page is looked up at Stripe, as a webhook would have
 * it.
 */
export async function readAssistDay(
  { db, settings, now }: ReadAssistDayDeps,
  userId: string,
): Promise<AssistDayView> {
  const open = await findOpenAssistDay(db, userId)
  if (open && open.sessionId !== null) {
    await markDue(db, 'assist_days', { sessionId: open.sessionId }, now())
  }
  const days = await listAssistDays(db, userId, now())
  return {
    state: open?.state ?? (days.length > 0 ? 'active' : 'none'),
    days: days.flatMap(({ parkId, date, startsAt, endsAt, dayCents: paidCents }) =>
      startsAt && endsAt
        ? [{ parkId, date, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), paidCents }]
        : [],
    ),
    ended: (await listEndedAssistDays(db, userId, now())).map(toEnded),
    dayCents: settings.ASSIST_DAY_CENTS,
    currency: 'usd',
  }
}

const toEnded = ({ parkId, date, state, dayCents, createdAt }: AssistDayRow): EndedAssistDay => ({
  parkId,
  date,
  state: state === 'revoked' || state === 'returned' ? state : 'over',
  paidCents: dayCents,
  orderedAt: createdAt.toISOString(),
})
