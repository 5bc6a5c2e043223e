import type { RideStatistics } from '@walkon/contracts/http/ride-statistics'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { BestHours } from '../features/best-times/best-hours.tsx'
import { BreakdownLanes } from '../features/best-times/breakdown-lanes.tsx'
import { LowestBars } from '../features/best-times/lowest-bars.tsx'
import { rideStatisticsQuery } from '../features/best-times/queries.ts'
import { scoreSentence, sinceSentence } from '../features/best-times/ride-words.ts'
import { WeekTable } from '../features/best-times/week-table.tsx'
import { Credit } from '../features/parks/credit.tsx'
import { useFavourites } from '../features/parks/favourites.ts'
import { limitFactsOf } from '../features/parks/limit-history.tsx'
import { Star } from '../features/parks/star.tsx'
import { ApiError } from '../lib/api.ts'
import { LoadProblem } from '../lib/load-problem.tsx'
import { isElsewhere, minuteOfDay, parkDateAt, timezoneName } from '../lib/park-time.ts'
import { useNow } from '../lib/use-now.ts'
import { FormIcon } from '../ui/form-icon.tsx'
import { Link } from '../ui/link.tsx'
import { Loading } from '../ui/loading.tsx'
import { Panel } from '../ui/panel.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { lookOf } from './look-of-wait.ts'
import { PageHead } from './page-head.tsx'
import { RideToday } from './ride-today.tsx'

/** A ride: its wait now, when it is short, and how reliable it is. */
export function RideTimes({ rideId }: { rideId: string }) {
  const statistics = useQuery(rideStatisticsQuery(rideId))
  useStandingId(rideId, statistics.data?.rideId)
  if (statistics.data) return <RideParts statistics={statistics.data} />
  return (
    <>
      <PageHead isCompact />
      {!statistics.isLoadingError ? (
        <div className="grid gap-6">
          <Loading label="Loading the ride" className="h-70! rounded-card!" />
          <div className="skeleton h-60!" />
          <div className="skeleton h-120!" />
        </div>
      ) : isUnknown(statistics.error) ? (
        <Panel title="We don’t know this ride" kind="open" heading="h2">
          <p className="text-ink-2">It may have a new name, or be gone.</p>
          <Link to="/parks">See all parks</Link>
        </Panel>
      ) : (
        <LoadProblem of={statistics} title="Error loading ride information" />
      )}
    </>
  )
}

const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404

/** A ride that the park has given a new id is shown at the address of that one. */
function useStandingId(askedId: string, standingId: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (standingId !== undefined && standingId !== askedId.toLowerCase())
      void navigate(`/best-times?ride=${standingId}`, { replace: true })
  }, [askedId, standingId, navigate])
}

/** As the service counts, 1 is Monday. */
const weekdayOf = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay() || 7

function RideParts({ statistics }: { statistics: RideStatistics }) {
  const { rideId, name, parkId, parkName, timezone, best, week } = statistics
  const now = useNow()
  const favourites = useFavourites()
  const score = scoreSentence(statistics.score)
  return (
    <>
      <PageHead isCompact title={name} tabTitle={`${name}: best times`}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 md:justify-start">
          <Link
            to={`/live-wait-times?park=${parkId}`}
            className="inline-flex min-h-11 items-center gap-2 text-ink-2"
          >
            <FormIcon name="left" size={20} />
            {parkName}
          </Link>
          <Link to={`/best-times?park=${parkId}`} className="text-ink-2">
            Best times of the park
          </Link>
          <Star ride={{ rideId, name }} favourites={favourites} />
        </div>
      </PageHead>
      <div className="grid gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1fr)_404px]">
        <RideToday statistics={statistics} now={now} />
        <BestHours best={best} now={now} timezone={timezone} lookOf={lookOf} />
        <WeekTable
          week={week}
          weekdayNow={weekdayOf(parkDateAt(now, timezone))}
          hourNow={Math.floor(minuteOfDay(now, timezone) / 60)}
          shapeOf={(waitMinutes) => lookOf(waitMinutes).band}
        />
        <div className="grid content-start gap-12">
          <Lowest statistics={statistics} />
          <BreakdownLanes statistics={statistics} now={now} />
        </div>
      </div>
      <div className="grid gap-2 pt-8 text-14 text-ink-2">
        <p>
          {sinceSentence(statistics)} {score}
        </p>
        <Credit>{isElsewhere(now, timezone) && `Times in ${timezoneName(now, timezone)}.`}</Credit>
      </div>
    </>
  )
}

const [LEAST_MINUTES, MOST_MINUTES, STEP_MINUTES, FIRST_MINUTES] = [5, 120, 5, 15]

/** How often the ride got to a limit that the visitor sets here. */
function Lowest({ statistics: { lastDays, name, parkId, rideId } }: { statistics: RideStatistics }) {
  const [limit, setLimit] = useState(FIRST_MINUTES)
  return (
    <LowestBars days={lastDays} limitMinutes={limit}>
      <div className="grid justify-items-start gap-2">
        <Stepper
          value={limit}
          min={LEAST_MINUTES}
          max={MOST_MINUTES}
          step={STEP_MINUTES}
          unit="min"
          before="at"
          labels={{ group: `Limit for ${name}`, lower: 'Lower limit', higher: 'Higher limit' }}
          onChange={setLimit}
        />
        {limitFactsOf(parkId).history({ rideId, thresholdMinutes: limit })}
      </div>
    </LowestBars>
  )
}
