import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { Loading } from '../../ui/loading.tsx'

type ReportSectionProps<Report> = {
  id: string
  title: string
  query: UseQueryResult<Report>
  /** Said while the report is awaited; `place` is the class of the height that it will take. */
  loading: { label: string; place: string }
  failed: string
  children: (report: Report) => ReactNode
}

/** A part of the System room with one report. Its last answer stays while a later one fails. */
export function ReportSection<Report>({
  id,
  title,
  query,
  loading,
  failed,
  children,
}: ReportSectionProps<Report>) {
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-3">
      <h2 id={id} className="text-22! leading-7!">
        {title}
      </h2>
      {query.isPending && <Loading label={loading.label} className={loading.place} />}
      {query.isError && !query.data && <LoadProblem of={query} title={failed} />}
      {query.data && children(query.data)}
    </section>
  )
}
