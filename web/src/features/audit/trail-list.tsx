import { SERVICE_TITLES } from '@walkon/contracts/service-titles'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { StaffMember } from '@walkon/contracts/http/identity'
import type { Caller } from '../../lib/api.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { MorePages } from '../../lib/more-pages.tsx'
import { joinLookUps } from '../../lib/one-look-up.ts'
import { NotAnswered } from '../../lib/not-answered.tsx'
import { ownMoment } from '../../lib/own-moment.ts'
import { Loading } from '../../ui/loading.tsx'
import { type TrailEntry } from './trail.ts'
import { trailQuery, type TrailFilter } from './queries.ts'

type TrailListProps = { caller: Caller; filter: TrailFilter; staff: StaffMember[] }

/** The entries of all services, the newest first. Times are those of this computer. */
export function TrailList({ caller, filter, staff }: TrailListProps) {
  const pages = useInfiniteQuery(trailQuery(caller, filter))
  if (pages.isPending) return <Loading label="Loading the audit trail" className="h-120" />
  if (pages.isLoadingError) return <LoadProblem of={pages} title="Error loading the audit trail" />
  const entries = pages.data.pages.flatMap((page) => page.entries)
  const lines = joinLookUps(entries) as [TrailEntry, ...TrailEntry[]][]
  const missing = (pages.data.pages.at(-1)?.trails ?? []).filter(({ failed }) => failed)
  const emails = new Map(staff.map(({ id, email }) => [id, email]))
  return (
    <div className="grid justify-items-start gap-6">
      <NotAnswered
        parts={missing.map(({ service }) => SERVICE_TITLES[service])}
        busy={pages.isRefetching}
        onRetry={() => void pages.refetch()}
      />
      {entries.length === 0 ? (
        <p className="text-ink-2">No entries match. Choose other days, or show everything.</p>
      ) : (
        <ol aria-label="Entries" className="w-full border-b border-line text-14">
          {lines.map(([first, ...others]) => (
            <Row
              key={`${first.service} ${first.id}`}
              entry={first}
              others={others}
              email={emails.get(first.actorId)}
            />
          ))}
        </ol>
      )}
      <MorePages of={pages} more="older entries" />
    </div>
  )
}

type RowProps = {
  entry: TrailEntry
  /** Entries of the desk's same look-up in other services. */
  others: TrailEntry[]
  email: string | undefined
}

/** An account that has no role any more is shown by its id. */
function Row({ entry, others, email }: RowProps) {
  const { actedAt, actorId, action, reason } = entry
  const all = [entry, ...others]
  const subjectIds = new Set(all.flatMap(({ subjectId }) => subjectId ?? []))
  return (
    <li className="grid gap-x-4 border-t border-line py-2 md:grid-cols-[180px_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <time dateTime={actedAt} className="text-ink-2">
        {ownMoment(actedAt, 'with-seconds')}
      </time>
      <span className="min-w-0 wrap-anywhere">{email ?? <code>{actorId}</code>}</span>
      <span className="min-w-0 wrap-anywhere">
        <b>{action.replaceAll('-', ' ')}</b>{' '}
        <span className="text-ink-2">{all.map(({ service }) => SERVICE_TITLES[service]).join(', ')}</span>
      </span>
      <span className="min-w-0 wrap-anywhere">
        {[...subjectIds].map((subjectId) => (
          <code key={subjectId} className="block">
            {subjectId}
          </code>
        ))}
        {reason !== null && <span className="block">{reason}</span>}
      </span>
    </li>
  )
}
