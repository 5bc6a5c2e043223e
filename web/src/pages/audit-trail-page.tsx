import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { ExportTrail } from '../features/audit/export-trail.tsx'
import { NO_FILTER, staffQuery, type TrailFilter } from '../features/audit/queries.ts'
import { TrailFilterForm } from '../features/audit/trail-filter-form.tsx'
import { TrailList } from '../features/audit/trail-list.tsx'
import type { Caller } from '../lib/api.ts'
import { LoadProblem } from '../lib/load-problem.tsx'
import { Loading } from '../ui/loading.tsx'
import { RolePage } from './role-page.tsx'

/** The audit trail of staff's acts, for admins. */
export const AuditTrailPage = () => (
  <RolePage role="admin">{(caller) => <AuditTrail caller={caller} />}</RolePage>
)

/** The filter is in the state of the history entry: back shows the one before, and no address names an account. */
function AuditTrail({ caller }: { caller: Caller }) {
  const { state } = useLocation()
  const navigate = useNavigate()
  const staff = useQuery(staffQuery(caller))
  const filter = toFilter(state)
  if (staff.isPending) return <Loading label="Loading the accounts of staff" className="h-120" />
  if (staff.isError) return <LoadProblem of={staff} title="Error loading the accounts of staff" />
  const shown = { caller, filter, staff: staff.data }
  return (
    <div className="grid gap-8">
      <TrailFilterForm
        {...shown}
        onFilter={(next) => void navigate('/admin/audit', { state: { filter: next } })}
      />
      <ExportTrail {...shown} />
      <TrailList {...shown} />
    </div>
  )
}

/** Reads the filter of a history entry, which other code can have written. */
function toFilter(state: unknown): TrailFilter {
  if (typeof state !== 'object' || state === null || !('filter' in state)) return NO_FILTER
  const { filter } = state
  return typeof filter === 'object' && filter !== null ? { ...NO_FILTER, ...filter } : NO_FILTER
}
