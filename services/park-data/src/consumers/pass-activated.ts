import { passActivated } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import { savePassWindows, wakePoller } from '../db/readers.ts'

/** A destination with an active pass is read every minute. Of the pass, only park and windows are kept. */
export function watchPassParks(): Handler {
  return on(passActivated, async (events, tx) => {
    const latest = new Map(events.map(({ data }) => [data.passId, data]))
    await savePassWindows(
      tx,
      [...latest.keys()],
      [...latest.values()].flatMap(({ passId, parkId, windows }) =>
        windows.map(({ startsAt, endsAt }) => ({
          pass_id: passId,
          park_id: parkId,
          starts_at: startsAt,
          ends_at: endsAt,
        })),
      ),
    )
    await wakePoller(tx)
  })
}
