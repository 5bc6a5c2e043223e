import { isCountedRide } from '@walkon/contracts/rides'
import type { LiveRide } from '@walkon/contracts/http/parks'
import type { ReactNode } from 'react'
import { Link } from '../../ui/link.tsx'
import type { ChecklistRide } from './checklist-row.tsx'
import { byMoment } from './go-now.ts'

type RidePartsProps = {
  parkId: string
  rides: ChecklistRide[]
  live: ReadonlyMap<string, LiveRide>
  toRow: (ride: ChecklistRide) => ReactNode
}

/** The list by what to do next. Rides that are done fold, and keep their time. */
export function RideParts({ parkId, rides, live, toRow }: RidePartsProps) {
  const open = rides.filter(({ completedAt }) => completedAt === null)
  const done = rides.filter(({ completedAt }) => completedAt !== null)
  const { now, later, out } = byMoment(open, live)
  return (
    <div className="grid gap-8">
      {open.length === 0 && (
        <div>
          <p className="font-display text-22 font-bold">You have done every ride on your list.</p>
          <Link to={`/park-rankings?park=${parkId}`} className="text-link">
            Rate today’s rides
          </Link>
        </div>
      )}
      <Part id="go-now" title="Go now" rides={now} toRow={toRow} />
      <Part id="later" title="Better later" rides={later} toRow={toRow} />
      <Part id="not-running" title="No wait right now" rides={out} toRow={toRow} />
      {done.length > 0 && (
        <details open={open.length === 0} className="border-y border-line-strong">
          <summary className="min-h-14 content-center font-display text-18 font-bold">
            Done, {done.filter(isCountedRide).length} of {rides.filter(isCountedRide).length}
          </summary>
          <ul className="rides">{done.map(toRow)}</ul>
        </details>
      )}
    </div>
  )
}

type PartProps = { id: string; title: string } & Pick<RidePartsProps, 'rides' | 'toRow'>

function Part({ id, title, rides, toRow }: PartProps) {
  if (rides.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="pb-3">
        {title}
      </h2>
      <ul className="rides">{rides.map(toRow)}</ul>
    </section>
  )
}
