import type { AssistDay, EndedAssistDay } from '@walkon/contracts/http/assist-days'
import type { PassState } from '@walkon/contracts/http/passes'
import { useQuery } from '@tanstack/react-query'
import { assistDayQuery } from '../features/lightning-lane/queries.ts'
import { destinationsQuery } from '../features/parks/queries.ts'
import { stateWords } from '../features/passes/pass-words.ts'
import type { Caller } from '../lib/api.ts'
import { LoadProblem } from '../lib/load-problem.tsx'
import { untilWords } from '../lib/moment-words.ts'
import { dollars } from '../lib/money.ts'
import { dayLabel, ownTimezone } from '../lib/park-time.ts'
import { useNow } from '../lib/use-now.ts'
import { Link } from '../ui/link.tsx'

/** The paid days of Lightning Lane Assist; nothing without one. Their receipts come by email alone. */
export function AssistDays({ caller }: { caller: Caller }) {
  const query = useQuery(assistDayQuery(caller))
  if (query.isLoadingError)
    return <LoadProblem of={query} title="Error loading your days of Lightning Lane Assist" />
  const { days = [], ended = [] } = query.data ?? {}
  if (days.length + ended.length === 0) return null
  return (
    <section aria-labelledby="assist-days" className="grid max-w-180 gap-2">
      <h2 id="assist-days" className="text-28 leading-8">
        Lightning Lane Assist
      </h2>
      <p className="text-14 text-ink-2">
        The receipts are in the emails we sent when you paid.{' '}
        <Link to="/lightning-lane">Return times and your list</Link>
      </p>
      <ul className="border-b border-line">
        {[...days.toReversed(), ...ended].map((day) => (
          <DayRow key={'startsAt' in day ? day.startsAt : day.orderedAt} day={day} />
        ))}
      </ul>
    </section>
  )
}

/** In the look of a pass. */
function DayRow({ day }: { day: AssistDay | EndedAssistDay }) {
  const now = useNow()
  const { data: destinations } = useQuery(destinationsQuery)
  const park = destinations?.flatMap(({ parks }) => parks).find(({ id }) => id === day.parkId)
  const state: PassState =
    'state' in day ? day.state : Date.parse(day.startsAt) <= now.getTime() ? 'active' : 'upcoming'
  return (
    <li className="flex items-start justify-between gap-6 border-t border-line py-4">
      <div className="min-w-0">
        <h3 className="text-22 leading-7">{park?.name ?? 'A day'}</h3>
        {day.date !== null && <p>{dayLabel(day.date)}</p>}
        <p className="pt-1 text-14 font-bold">
          {stateWords({ state })}
          {'endsAt' in day &&
            state === 'active' &&
            ` until ${untilWords({ endsAt: day.endsAt, timezone: park?.timezone ?? ownTimezone() })}`}
        </p>
      </div>
      {day.paidCents !== undefined && <b className="block font-display text-22">{dollars(day.paidCents)}</b>}
    </li>
  )
}
