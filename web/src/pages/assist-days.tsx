import { useQuery } from '@tanstack/react-query'
import { DayList } from '../features/lightning-lane/day-list.tsx'
import { assistDayQuery } from '../features/lightning-lane/queries.ts'
import { destinationsQuery } from '../features/parks/queries.ts'
import type { Caller } from '../lib/api.ts'
import { LoadProblem } from '../lib/load-problem.tsx'
import { Link } from '../ui/link.tsx'

/** The paid days of Lightning Lane Assist that run or are to come; nothing without one. Their receipts come by email alone. */
export function AssistDays({ caller }: { caller: Caller }) {
  const days = useQuery(assistDayQuery(caller))
  const destinations = useQuery(destinationsQuery)
  if (days.isLoadingError)
    return <LoadProblem of={days} title="Error loading your days of Lightning Lane Assist" />
  if (!days.data || days.data.days.length === 0) return null
  return (
    <section aria-labelledby="assist-days" className="grid max-w-180 gap-2">
      <h2 id="assist-days" className="text-22 leading-7">
        Lightning Lane Assist
      </h2>
      <DayList
        days={days.data.days}
        parks={destinations.data?.flatMap(({ parks }) => parks) ?? []}
      />
      <p className="text-14 text-ink-2">
        Its receipt is in the email we sent when you paid.{' '}
        <Link to="/lightning-lane">Return times and your list</Link>
      </p>
    </section>
  )
}
