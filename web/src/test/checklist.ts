import { applyChange, type ChecklistChange, type ChecklistEntry } from '@walkon/contracts/checklist-rule'
import { http, HttpResponse } from 'msw'
import { MAGIC_KINGDOM } from './samples.ts'
import { server } from './server.ts'

type TestRide = { rideId: string; name: string }
type Sent = { changes: ({ ageMs: number } & Omit<ChecklistChange, 'madeAt'>)[] }

/** Planner's checklist of Magic Kingdom at its wire, kept by the rule of the service. */
export function serveChecklist(rides: TestRide[], listed: TestRide[] = []) {
  const parkRideIds = rides.map(({ rideId }) => rideId)
  const planner = {
    entries: listed.reduce<ChecklistEntry[]>(
      (entries, { rideId }) => applyChange(entries, { kind: 'add', rideId, madeAt: 1 }, parkRideIds),
      [],
    ),
    /** The kinds of the changes of each request. */
    sent: [] as string[][],
    /** True if requests do not reach the service. */
    isAway: false,
  }
  const byId = () => new Map(planner.entries.map((entry) => [entry.rideId, entry]))
  const answer = () =>
    HttpResponse.json({
      parkId: MAGIC_KINGDOM,
      rides: rides.flatMap(({ rideId, name }) => {
        const entry = byId().get(rideId)
        if (!entry?.isListed) return []
        return [
          {
            rideId,
            name,
            completedAt: entry.isCompleted ? new Date(entry.tickChangedAt).toISOString() : null,
          },
        ]
      }),
      others: rides.filter(({ rideId }) => !byId().get(rideId)?.isListed),
    })
  server.use(
    http.get('*/api/planner/checklists/:parkId', () => (planner.isAway ? HttpResponse.error() : answer())),
    http.post('*/api/planner/checklists/:parkId/changes', async ({ request }) => {
      if (planner.isAway) return HttpResponse.error()
      const { changes } = (await request.json()) as Sent
      planner.sent.push(changes.map(({ kind }) => kind))
      for (const { ageMs, ...act } of changes)
        planner.entries = applyChange(
          planner.entries,
          { ...act, madeAt: Date.now() - ageMs } as ChecklistChange,
          parkRideIds,
        )
      return answer()
    }),
  )
  return planner
}
