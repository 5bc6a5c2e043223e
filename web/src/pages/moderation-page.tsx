import { REQUEST_STATUSES, type ItemRequest } from '@walkon/contracts/http/moderation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  countsQuery,
  decideReports,
  decideRequest,
  moderationKeys,
  rankingPath,
  resetName,
} from '../features/rankings/queries.ts'
import { STATUS_NAMES, WORDS } from '../features/rankings/ranking-words.ts'
import { ReportList } from '../features/rankings/report-list.tsx'
import type { Decision } from '../features/rankings/request-decisions.tsx'
import { RequestList } from '../features/rankings/request-list.tsx'
import type { Caller } from '../lib/api.ts'
import { useRequestIds } from '../lib/use-request-ids.ts'
import { Tabs } from '../ui/tabs.tsx'
import { useToast } from '../ui/toast.tsx'
import { RolePage } from './role-page.tsx'

/** Visitors' suggestions and reports, for moderators. */
export const ModerationPage = () => (
  <RolePage role="moderator">{(caller) => <Moderation caller={caller} />}</RolePage>
)

const QUEUES = [...REQUEST_STATUSES, 'reports'] as const
type Queue = (typeof QUEUES)[number]

function Moderation({ caller }: { caller: Caller }) {
  const [queue, setQueue] = useState<Queue>('pending')
  const counts = useQuery(countsQuery(caller))
  const { decide, reload } = useDecisions(caller)
  const nameOf = (id: Queue) => (id === 'reports' ? 'Reports' : STATUS_NAMES[id])

  return (
    <Tabs
      label="Requests and reports"
      tabs={QUEUES.map((id) => ({
        id,
        name: counts.data ? `${nameOf(id)} (${counts.data[id]})` : nameOf(id),
      }))}
      selected={queue}
      onSelect={setQueue}
    >
      {queue === 'reports' ? (
        <ReportList
          caller={caller}
          onResetName={({ reviewId }, reset) => resetName(caller, reviewId, reset).then(reload)}
          onDecide={async ({ reviewId }, decision) => {
            // Also after a refusal: the review may be another by now.
            await decideReports(caller, reviewId, decision).finally(reload)
          }}
        />
      ) : (
        <RequestList key={queue} caller={caller} status={queue} onDecide={decide} />
      )}
    </Tabs>
  )
}

function useDecisions(caller: Caller) {
  const client = useQueryClient()
  const show = useToast()
  const requestIdOf = useRequestIds()
  const reload = () =>
    Promise.all([...moderationKeys, [rankingPath]].map((queryKey) => client.invalidateQueries({ queryKey })))
  return {
    reload,
    async decide(request: ItemRequest, decision: Decision): Promise<void> {
      const { requestId: id } = request
      await decideRequest(caller, id, decision, requestIdOf(id, decision))
      show(wordsOf(request, decision))
      await reload()
    },
  }
}

function wordsOf({ name: asked, edit }: ItemRequest, decision: Decision) {
  if (decision.decision === 'reject') return { title: WORDS.requestRejected, text: asked }
  const { name = asked } = decision
  const what = edit ? 'has been changed' : WORDS.addedToRankings
  return { title: WORDS.requestApproved, text: `${name} ${what}` }
}
