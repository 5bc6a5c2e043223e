import { ASSIST_WORDS } from '@walkon/contracts/assist-words'
import type { AssistDay, AssistDayView } from '@walkon/contracts/http/assist-days'
import type { LanePark } from '@walkon/contracts/http/lightning-lane'
import { useQuery } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { dollars } from '../../lib/money.ts'
import { clockTimeForVisitor, dayLabel } from '../../lib/park-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { Loading } from '../../ui/loading.tsx'
import { BuyDay } from './buy-day.tsx'
import { checkProblem } from './lane-words.ts'
import { parksQuery } from './queries.ts'
import { useDays } from './use-days.ts'

/** The second step: a paid day of the visitor's choice, sold once the account is connected (decisions, section 7). */
export function SubscribeStep({ caller, isConnected }: { caller: Caller; isConnected: boolean }) {
  const { days, subscription } = useDays(caller)
  const parks = useQuery({ ...parksQuery(caller), enabled: isConnected })
  if (subscription.isPending || days.isPending)
    return <Loading label="Checking your subscription" className="h-50!" />
  if (!subscription.data) return <LoadProblem of={subscription} wordsOf={checkProblem} />
  if (!days.data) return <LoadProblem of={days} wordsOf={checkProblem} />
  return (
    <div className="grid gap-3">
      <p role="status" className="font-bold">
        {statusOf(days.data)}
      </p>
      <DayList days={days.data.days} parks={parks.data ?? []} />
      <p>{ASSIST_WORDS}</p>
      <p className="text-ink-2">
        A day does not renew. It is no ride-alert pass, and the money-back guarantee of day passes does not
        apply.
      </p>
      {!isConnected ? (
        <p className="border-l-8 border-line-strong pl-4">
          Connect your Disney account first. Then you can buy a day here.
        </p>
      ) : parks.data ? (
        <BuyDay caller={caller} parks={parks.data} view={days.data} onOpened={days.refetch} />
      ) : parks.isPending ? (
        <Loading label="Loading the parks" className="h-50!" />
      ) : (
        <LoadProblem of={parks} wordsOf={checkProblem} />
      )}
    </div>
  )
}

function statusOf({ state, days, dayCents }: AssistDayView): string {
  if (state === 'opening' || state === 'processing')
    return 'Waiting for the payment. This page updates by itself.'
  if (days.length === 0) return `${dollars(dayCents)} a day`
  return days.length === 1 ? '1 day is paid' : `${days.length} days are paid`
}

/** "Fri, Jul 3 at Magic Kingdom, on until 4 am". */
function DayList({ days, parks }: { days: AssistDay[]; parks: LanePark[] }) {
  const now = useNow()
  if (days.length === 0) return null
  return (
    <ul className="grid gap-1">
      {days.map((day) => {
        const park = parks.find(({ id }) => id === day.parkId)
        return (
          <li key={day.startsAt}>
            {day.date === null ? 'A day' : dayLabel(day.date)}
            {park && ` at ${park.name}`}, {runWords(day, park?.timezone, now)}
          </li>
        )
      })}
    </ul>
  )
}

function runWords({ startsAt, endsAt }: AssistDay, timezone: string | undefined, now: Date): string {
  const clock = (at: string) =>
    timezone === undefined ? momentWords(at) : clockTimeForVisitor(new Date(at), timezone)
  return Date.parse(startsAt) <= now.getTime() ? `on until ${clock(endsAt)}` : `from ${clock(startsAt)}`
}

/** Writes an instant by the visitor's own clock: the park is not known. */
const momentWords = (at: string): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(
    new Date(at),
  )
