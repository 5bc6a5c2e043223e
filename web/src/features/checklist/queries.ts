import { checklist, type Checklist, type ChecklistChanges } from '@walkon/contracts/http/checklist'
import { queryOptions } from '@tanstack/react-query'
import { request, type Caller } from '../../lib/api.ts'

/** Everything that the page asks of checklists. */

const POLL_MS = 10_000

const pathOf = (parkId: string) => `/planner/checklists/${encodeURIComponent(parkId)}`

/** Another tab or device follows within a poll. */
export const checklistQuery = (caller: Caller, parkId: string) =>
  queryOptions({
    queryKey: ['checklist', caller.key, parkId],
    queryFn: ({ signal }) => request(checklist, pathOf(parkId), { caller, signal }),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
  })

export const sendChanges = (
  caller: Caller,
  parkId: string,
  changes: ChecklistChanges['changes'],
): Promise<Checklist> =>
  request(checklist, `${pathOf(parkId)}/changes`, { method: 'POST', body: { changes }, caller })
