import type { LaneBooking, LanePark } from '@walkon/contracts/http/lightning-lane'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { clockTimeForVisitor } from '../../lib/park-time.ts'
import { plannerProblem } from '../../lib/planner-words.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { offeringsProblem } from './lane-words.ts'
import { bookingsQuery, cancelBooking } from './queries.ts'

const STATE_WORDS = { confirmed: 'Confirmed', pending: 'Pending', cancelled: 'Cancelled' } as const

/** The account's bookings, each with what its provider is worth. */
export function Bookings({ caller, parks }: { caller: Caller; parks: LanePark[] }) {
  const query = useQuery(bookingsQuery(caller))
  if (query.isPending) return <Loading label="Loading your bookings" className="h-30!" />
  if (!query.data) return <LoadProblem of={query} wordsOf={offeringsProblem} />
  const { bookings } = query.data
  if (bookings.length === 0) return <p className="text-ink-2">No bookings yet.</p>
  return (
    <ul className="grid">
      {bookings.map((booking) => (
        <Booking
          key={booking.id}
          caller={caller}
          booking={booking}
          timezone={parks.find(({ id }) => id === booking.parkId)?.timezone ?? 'UTC'}
        />
      ))}
    </ul>
  )
}

type BookingProps = { caller: Caller; booking: LaneBooking; timezone: string }

function Booking({ caller, booking, timezone }: BookingProps) {
  const client = useQueryClient()
  const cancelling = useAction(async () => {
    await cancelBooking(caller, booking.id)
    await client.invalidateQueries({ queryKey: ['lane-bookings'] })
  }, plannerProblem)
  const start = booking.returnTimeStart && clockTimeForVisitor(new Date(booking.returnTimeStart), timezone)
  return (
    <li className="grid gap-2 border-t border-line py-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3">
        <div className="min-w-0">
          <p className="font-bold">{booking.attractionName}</p>
          <p role="status">
            {STATE_WORDS[booking.status]}
            {start && ` · from ${start}`}
            {booking.isPractice && ' · practice booking'}
          </p>
        </div>
        {booking.status !== 'cancelled' && (
          <Button
            small
            quiet
            busy={cancelling.isBusy}
            onClick={cancelling.run}
            aria-label={`Cancel ${booking.attractionName}`}
          >
            Cancel
          </Button>
        )}
      </div>
      <FormProblem problem={cancelling.problem} />
    </li>
  )
}
