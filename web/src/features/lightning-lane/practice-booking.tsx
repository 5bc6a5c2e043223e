import type { LaneKind } from '@walkon/contracts/http/lightning-lane'
import { useQueryClient } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { bookingProblem } from './lane-words.ts'
import { book } from './queries.ts'

type PracticeBookingProps = { caller: Caller; rideId: string; rideName: string; kind: LaneKind }

export function PracticeBooking({ caller, rideId, rideName, kind }: PracticeBookingProps) {
  const client = useQueryClient()
  const booking = useAction(async () => {
    try {
      await book(caller, { attractionId: rideId, kind })
    } finally {
      await client.invalidateQueries({ queryKey: ['lane-bookings'] })
    }
  }, bookingProblem)
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        small
        quiet
        busy={booking.isBusy}
        onClick={booking.run}
        aria-label={`${booking.isBusy ? 'Booking' : 'Try a practice booking'}: ${rideName}`}
      >
        {booking.isBusy ? 'Booking' : 'Try a practice booking'}
      </Button>
      <FormProblem problem={booking.problem} />
    </div>
  )
}
