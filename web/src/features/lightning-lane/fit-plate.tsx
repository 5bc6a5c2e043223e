import type { LaneOffering, LanePark, LanePreference } from '@walkon/contracts/http/lightning-lane'
import { ageOf } from '../../lib/park-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { ClockNumber } from './clock-number.tsx'
import { parkAppOf } from './lane-words.ts'
import { fits } from './offer-look.ts'
import { wishWords } from './wish-words.ts'

type FitPlateProps = {
  parks: LanePark[]
  preferences: LanePreference[]
  offerings: LaneOffering[]
}

/** The return time that fits the list now, with the way to the park's own booking. */
export function FitPlate({ parks, preferences, offerings }: FitPlateProps) {
  const fit = findFit(parks, preferences, offerings)
  return (
    // Empty it takes no gap either: it stays on the page, so that a plate is announced.
    <div role="status" className="empty:-mb-6">
      {fit ? <Plate {...fit} /> : preferences.length > 0 && <NothingFits count={preferences.length} />}
    </div>
  )
}

type Fit = { park: LanePark; wish: LanePreference; offering: LaneOffering }

/** Of several, that of the highest priority. */
function findFit(
  parks: LanePark[],
  preferences: LanePreference[],
  offerings: LaneOffering[],
): Fit | undefined {
  return preferences
    .flatMap((wish) => {
      const park = parks.find(({ id }) => id === wish.parkId)
      return offerings
        .filter(({ rideId }) => rideId === wish.attractionId)
        .flatMap((offering) =>
          park && fits(offering, wish, park.timezone) ? [{ park, wish, offering }] : [],
        )
    })
    .at(0)
}

function Plate({ park, wish, offering: { name, returnTimeStart } }: Fit) {
  const app = parkAppOf(park.destinationName)
  const now = useNow()
  return (
    <div className="plate band-walk grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-4 md:grid-cols-[auto_minmax(0,1fr)_auto]">
      <p className="num [&_small]:text-inherit" translate="no">
        {returnTimeStart && <ClockNumber at={returnTimeStart} timezone={park.timezone} />}
      </p>
      <div>
        <p className="font-display text-22 font-bold" translate="no">
          {name} fits
        </p>
        <p>
          You asked for {wishWords(wish)}.
          {wish.told &&
            isOf(wish.told, returnTimeStart) &&
            ` Emailed you ${ageOf(new Date(wish.told.at), now)}.`}
        </p>
      </div>
      {app && (
        <a className="btn max-md:col-span-2" href={app} target="_blank" rel="noreferrer">
          Book with Disney
        </a>
      )}
    </div>
  )
}

/** The mail may have told of an earlier return time than the one that fits now. */
const isOf = ({ returnTimeStart: told }: NonNullable<LanePreference['told']>, start: string | null) =>
  told !== null && start !== null && Date.parse(told) === Date.parse(start)

const NothingFits = ({ count }: { count: number }) => (
  <p className="rounded-card border border-line-strong bg-sheet px-4 py-3">
    <b>Nothing fits yet.</b> Watching {count} {count === 1 ? 'ride' : 'rides'}.
  </p>
)
