import type { ParkShows } from '@walkon/contracts/http/park-day'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { clockTimes } from '../../lib/moment-words.ts'
import { isElsewhere, timezoneName } from '../../lib/park-time.ts'
import { bandWord } from './band.ts'
import { hoursOfDays } from './hours-of-days.ts'
import { hoursQuery, showsQuery } from './live-queries.ts'
import { showsToday, type ShowTime, type ShowToday } from './show-times.ts'
import { Loading } from '../../ui/loading.tsx'

type ParkTodayProps = { park: { id: string; timezone: string }; now: Date }

/** The shows of today and the hours of the next days, in the time of the park. */
export function ParkToday({ park: { id, timezone }, now }: ParkTodayProps) {
  const shows = useQuery(showsQuery(id))
  const hours = useQuery(hoursQuery(id))
  const isAway = isElsewhere(now, timezone)
  const zone = isAway ? `, ${timezoneName(now, timezone)}` : ''
  return (
    <div className="grid gap-8 pt-6 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-12">
      <Part
        id="shows"
        title="Shows today"
        note={`times of the park${zone}${isAway ? ' (yours in brackets)' : ''}`}
        of={shows}
      >
        {shows.data && <Shows shows={shows.data} now={now} timezone={timezone} />}
      </Part>
      <Part id="hours" title="Park hours" note={`the next days${zone}`} of={hours}>
        <dl>
          {(hours.data ? hoursOfDays(hours.data) : []).map(({ date, day, hours: words, own, extras }) => (
            <div key={date} className="flex justify-between gap-4 border-t border-line py-2">
              <dt>{day}</dt>
              <dd className="text-right">
                <b>{words}</b>
                {own && <span className="block text-14 text-ink-2">{own}</span>}
                {extras.map((extra) => (
                  <span key={extra} className="block text-14 text-ink-2">
                    {extra}
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </Part>
    </div>
  )
}

type PartProps = { id: string; title: string; note: string; of: UseQueryResult; children: ReactNode }

const Part = ({ id, title, note, of, children }: PartProps) => (
  <section id={id} aria-labelledby={`${id}-title`} className="min-w-0 scroll-mt-4">
    <div className="flex flex-wrap items-baseline gap-x-3 pb-2">
      <h2 id={`${id}-title`} className="text-28 leading-8">
        {title}
      </h2>
      <span className="text-ink-2">{note}</span>
    </div>
    {of.isLoadingError ? (
      <LoadProblem of={of} />
    ) : of.isPending ? (
      <Loading label={`Loading ${title.toLowerCase()}`} className="h-60!" />
    ) : (
      children
    )}
  </section>
)

type ShowsProps = { shows: ParkShows; now: Date; timezone: string }

function Shows({ shows, now, timezone }: ShowsProps) {
  const today = showsToday(shows, now, timezone)
  const told = today.filter(({ times, waitMinutes }) => times.length > 0 || waitMinutes !== null)
  const others = today.filter((show) => !told.includes(show)).map(({ name }) => name)
  if (today.length === 0) return <p className="text-ink-2">This park publishes no shows.</p>
  return (
    <>
      {told.length === 0 && <p className="text-ink-2">No show has times today.</p>}
      <ul>
        {told.map((show) => (
          <ShowRow key={show.id} show={show} timezone={timezone} />
        ))}
      </ul>
      {others.length > 0 && told.length > 0 && (
        <p className="border-t border-line pt-2 text-14 text-ink-2">
          Without times today: {others.join(', ')}.
        </p>
      )}
    </>
  )
}

function ShowRow({ show, timezone }: { show: ShowToday; timezone: string }) {
  const { name, status, waitMinutes, times } = show
  const isRunning = status === 'OPERATING' || status === 'UNKNOWN'
  return (
    <li className="grid gap-1 border-t border-line py-2.5">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-display text-18 font-bold tracking-[-0.01em]" translate="no">
          {name}
        </span>
        {!isRunning && <b className="text-14 text-ink-2">{bandWord({ status, waitMinutes: null })}</b>}
        {isRunning && waitMinutes !== null && (
          <span className="num text-22" translate="no">
            {waitMinutes}
            <small> min</small>
          </span>
        )}
      </span>
      {times.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1" aria-label="Times">
          {times.map((time) => (
            <TimeWord key={time.startsAt.toISOString()} time={time} timezone={timezone} />
          ))}
        </ul>
      )}
    </li>
  )
}

const TimeWord = ({ time: { startsAt, is }, timezone }: { time: ShowTime; timezone: string }) => (
  <li className={is === 'over' ? 'text-ink-2 line-through' : ''}>
    {is === 'next' ? <b>next {clockTimes(startsAt, timezone)}</b> : clockTimes(startsAt, timezone)}
    {is === 'over' && <span className="sr-only"> over</span>}
  </li>
)
