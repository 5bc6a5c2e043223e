import { useQuery } from '@tanstack/react-query'
import { AlertCounter } from '../features/home/alert-counter.tsx'
import { alertsTodayQuery } from '../features/home/alerts-today.ts'
import { CallToAction } from '../features/home/call-to-action.tsx'
import { GuaranteeStrip } from '../features/home/guarantee-strip.tsx'
import { SampleAlerts, type SampleRide } from '../features/home/sample-alerts.tsx'
import { sampleAlertCount } from '../features/home/sample-alert-count.ts'
import { SpotsBanner } from '../features/home/spots-banner.tsx'
import { SAMPLE_VOICES, type Voice } from '../features/home/sample-voices.ts'
import { Voices } from '../features/home/voices.tsx'
import { homeBoard } from '../features/parks/board.ts'
import { roomOf } from '../features/parks/band.ts'
import { boardQuery } from '../features/parks/queries.ts'
import { configQuery, pricesQuery } from '../features/settings/queries.ts'
import { isOffered } from '../lib/offers.ts'
import type { ParkChoice } from '../lib/popular-parks.ts'
import { FourSteps } from './four-steps.tsx'
import { Newsletter } from './newsletter.tsx'
import { PriceCard } from './price-card.tsx'
import { useParkSpots } from './use-park-spots.ts'

type HomeSectionsProps = { parkId: string; popularParks: ParkChoice[]; date: string }

/** The home page below the board and the ticket, in the order of core, section 2. */
export function HomeSections({ parkId, popularParks, date }: HomeSectionsProps) {
  const figures = useQuery(configQuery).data?.homeFigures
  // Taken for granted until billing has answered, as by the offers below.
  const { data: prices } = useQuery(pricesQuery)
  const spotsAt = useParkSpots(date)
  return (
    <>
      {spotsAt && (
        <SpotsBanner parks={popularParks.map(({ id, name }) => ({ id, name, spots: spotsAt(id) ?? 0 }))} />
      )}
      <SampleAlerts
        rides={useShortRides(parkId)}
        hasTexts={isOffered('texts') && prices?.smsEnabled !== false}
      />
      {isOffered('payments') && <GuaranteeStrip />}
      {figures === 'sample' && <AlertCounter count={sampleAlertCount(date)} />}
      {figures === 'live' && <LiveCounter />}
      <section className="border-y border-line bg-well" aria-labelledby="how">
        <div className="page py-[clamp(56px,8vw,112px)]">
          <h2 id="how" className="mb-[clamp(24px,4vw,48px)]">
            How It Works
          </h2>
          <FourSteps Title="h3" />
        </div>
      </section>
      {isOffered('payments') && (
        <section className="page py-[clamp(56px,8vw,112px)]" aria-labelledby="prices">
          <h2 id="prices" className="mb-[clamp(24px,4vw,48px)]">
            Prices
          </h2>
          <PriceCard />
        </section>
      )}
      {isOffered('samples') && <Voices voices={SAMPLE_VOICES.filter(isTold)} />}
      <CallToAction />
      {isOffered('newsletter') && <Newsletter />}
    </>
  )
}

/** Quotes about payments, where there are any. */
const isTold = ({ isOfPayment }: Voice) => !isOfPayment || isOffered('payments')

/** The alerts of today. Without any there is nothing to boast of. */
function LiveCounter() {
  const { data } = useQuery(alertsTodayQuery)
  return data && data.rides.length > 0 && <AlertCounter count={data} />
}

/** The lead of the board above, and the next short ride: the order of an alert. The board itself keeps them fresh. */
function useShortRides(parkId: string): SampleRide[] {
  const { data: board } = useQuery({ ...boardQuery(parkId), enabled: false })
  if (!board) return []
  const { lead, others } = homeBoard(board.rides)
  return [...(lead ? [lead] : []), ...others]
    .filter((ride) => roomOf(ride) === 1)
    .flatMap(({ name, waitMinutes }) => (waitMinutes ? [{ name, waitMinutes }] : []))
    .slice(0, 2)
}
