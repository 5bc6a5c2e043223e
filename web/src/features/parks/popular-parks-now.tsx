import { useQuery } from '@tanstack/react-query'
import { Link } from '../../ui/link.tsx'
import { roomOf } from './band.ts'
import { ParkString, rideCount, shortWords } from './park-glance.tsx'
import type { ParkChoice } from '../../lib/popular-parks.ts'
import { boardQuery } from './queries.ts'

const READ_AGAIN_MS = 60_000
const POPULAR_PARKS = 6

type PopularParksNowProps = {
  parks: ParkChoice[]
  /** The page that a park is opened on. */
  page?: '/live-wait-times' | '/get-alerts' | '/best-times' | '/ride-checklist'
}

/** The popular parks at a glance, each a link to its board or its alerts. */
export function PopularParksNow({ parks, page = '/live-wait-times' }: PopularParksNowProps) {
  return (
    <ul className="grid w-full gap-x-10 gap-y-2 md:grid-cols-2 lg:grid-cols-3">
      {parks.length === 0
        ? Array.from({ length: POPULAR_PARKS }, (_, index) => <Place key={index} />)
        : parks.map((park) => <ParkNow key={park.id} park={park} page={page} />)}
    </ul>
  )
}

function ParkNow({ park, page }: { park: ParkChoice; page: string }) {
  const { data, isError } = useQuery({ ...boardQuery(park.id), refetchInterval: READ_AGAIN_MS })
  const rides = data?.rides ?? []
  const short = rides.filter((ride) => roomOf(ride) === 1).length
  return (
    <li className="border-t border-line">
      <Link
        className="group grid min-h-29 content-start gap-2 py-4 text-ink no-underline"
        to={`${page}?park=${park.id}`}
      >
        <span className="font-display text-22 leading-7 font-bold wrap-anywhere group-hover:underline">
          {park.name}
        </span>
        {data ? <ParkString rides={rides} /> : isError ? null : <i className="skeleton h-3! w-4/5" />}
        {data && rides.length > 0 && (
          <span className="text-14 text-ink-2">{shortWords(short, rideCount(rides))}</span>
        )}
        {isError && <span className="text-14 text-ink-2">Waits could not be loaded</span>}
      </Link>
    </li>
  )
}

function Place() {
  return (
    <li className="grid min-h-29 content-start gap-4 border-t border-line py-5">
      <i className="skeleton w-2/5" />
      <i className="skeleton h-3! w-4/5" />
    </li>
  )
}
