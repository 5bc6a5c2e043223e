import { useQuery } from '@tanstack/react-query'
import type { SoldDays as Sold } from '@walkon/contracts/http/system'
import type { Caller } from '../../lib/api.ts'
import { dayLabel } from '../../lib/park-time.ts'
import { Shape } from '../../ui/shape.tsx'
import { soldDaysQuery } from './queries.ts'
import { ReportSection } from './report-section.tsx'

/** How many passes are held for each park's day, of the days ahead. */
export function SoldDays({ caller }: { caller: Caller }) {
  const sold = useQuery(soldDaysQuery(caller))
  return (
    <ReportSection
      id="sold-days"
      title="Passes by day"
      query={sold}
      loading={{ label: 'Counting the passes', place: 'h-20' }}
      failed="The passes could not be counted"
    >
      {(days) => <Days {...days} />}
    </ReportSection>
  )
}

function Days({ dailyPassesPerPark: limit, days }: Sold) {
  const isFull = ({ taken }: Sold['days'][number]) => limit !== null && taken >= limit
  const full = days.filter(isFull).length
  const byDate = [...Map.groupBy(days, ({ date }) => date)]
  return (
    <>
      <p className="text-14 text-ink-2">
        {limit === null
          ? 'Nothing limits how many are sold.'
          : `${limit} a day are sold for each park. ${full === 0 ? 'No day is sold out.' : `Sold out: ${full}.`}`}{' '}
        An open payment page counts, as do passes of the desk.
      </p>
      {days.length === 0 && <p>No pass is held for a day of the next 30.</p>}
      <ul className="text-14">
        {byDate.map(([date, parks]) => (
          <li key={date} className="border-t border-line">
            <details open={parks.some(isFull)}>
              <summary className="py-1">
                {dayLabel(date)}: <b className="tabular-nums">{sumOf(parks).toLocaleString('en-US')}</b> in{' '}
                {parks.length} {parks.length === 1 ? 'park' : 'parks'}
              </summary>
              <ul className="pb-2 pl-4">
                {parks.map((park) => (
                  <li key={park.parkId} className="flex justify-between gap-3 border-t border-line py-1">
                    <span className="min-w-0 wrap-anywhere">
                      {isFull(park) && <Shape name="long" className="[--size:12px]" />}{' '}
                      {isFull(park) ? `${park.parkName}, sold out` : park.parkName}
                    </span>
                    <b className="tabular-nums">
                      {park.taken.toLocaleString('en-US')}
                      {limit !== null && ` of ${limit.toLocaleString('en-US')}`}
                    </b>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </>
  )
}

const sumOf = (parks: Sold['days']) => parks.reduce((sum, { taken }) => sum + taken, 0)
