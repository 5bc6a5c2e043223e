import type { LaneBooking, LanePark } from '@walkon/contracts/http/lightning-lane'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { plannerProblem } from '../../lib/planner-words.ts'
import { useAction } from '../../lib/use-action.ts'
import { BoardLine, type Look } from '../../ui/board-line.tsx'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { ClockNumber } from './clock-number.tsx'
import { offeringsProblem } from './lane-words.ts'
import { bookingsQuery, cancelBooking } from './queries.ts'

const LOOKS: Record<LaneBooking['status'], Look> = {
  confirmed: { band: 'walk', word: 'Confirmed', room: 2 },
  pending: { band: 'none', word: 'Pending', room: 2 },
  cancelled: { band: 'closed', word: 'Cancelled', room: 4 },
}

/** The account's bookings, each with what its provider is worth. Nothing before the first one. */
export function Bookings({ caller, parks }: { caller: Caller; parks: LanePark[] }) {
  const query = useQuery(bookingsQuery(caller))
  if (query.data?.bookings.length === 0) return null
  return (
    <section aria-labelledby="bookings" className="grid gap-3">
      <h2 id="bookings" className="text-28 leading-8">
        Practice bookings
      </h2>
      <p className="text-14 text-ink-2">Not in the park’s system: nothing was booked there.</p>
      {query.isPending && <Loading label="Loading your bookings" className="h-30!" />}
      {query.isError && !query.data && <LoadProblem of={query} wordsOf={offeringsProblem} />}
      <ul className="rides">
        {query.data?.bookings.map((booking) => (
          <Booking
            key={booking.id}
            caller={caller}
            booking={booking}
            timezone={parks.find(({ id }) => id === booking.parkId)?.timezone ?? 'UTC'}
          />
        ))}
      </ul>
    </section>
  )
}

type BookingProps = { caller: Caller; booking: LaneBooking; timezone: string }

function Booking({ caller, booking, timezone }: BookingProps) {
  const { id, attractionName, status, returnTimeStart, isPractice } = booking
  const client = useQueryClient()
  const cancelling = useAction(async () => {
    await cancelBooking(caller, id)
    await client.invalidateQueries({ queryKey: ['lane-bookings'] })
  }, plannerProblem)
  return (
    <li>
      <BoardLine
        look={LOOKS[status]}
        number={returnTimeStart && <ClockNumber at={returnTimeStart} timezone={timezone} />}
        name={attractionName}
        meta={
          isPractice && (
            <span className="rounded-field border border-dashed border-line-strong px-2">Practice</span>
          )
        }
        acts={
          status !== 'cancelled' && (
            <Button
              small
              quiet
              busy={cancelling.isBusy}
              onClick={cancelling.run}
              aria-label={`Cancel ${attractionName}`}
            >
              Cancel
            </Button>
          )
        }
      />
      <FormProblem problem={cancelling.problem} />
    </li>
  )
}
