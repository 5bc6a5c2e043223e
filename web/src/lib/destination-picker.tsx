import type { DestinationView } from '@walkon/contracts/http/parks'
import { SelectField } from '../ui/field.tsx'

type DestinationAndParkProps = {
  destinations: DestinationView[] | undefined
  /** The list could not be loaded. */
  hasFailed: boolean
  destination: DestinationView | undefined
  parkId: string | undefined
  onDestinationChange: (destinationId: string) => void
  onParkChange: (parkId: string) => void
}

/** First the destination, then one of its parks. */
export function DestinationAndPark({
  destinations,
  hasFailed,
  destination,
  parkId,
  ...on
}: DestinationAndParkProps) {
  const unchosen = destinations ? 'Select a destination' : hasFailed ? 'Could not be loaded' : 'Loading'
  return (
    <div className="grid items-end gap-4 md:grid-cols-2">
      <SelectField
        label="Destination"
        value={destination?.id ?? ''}
        disabled={!destinations}
        onChange={(event) => on.onDestinationChange(event.target.value)}
      >
        {!destination && <option value="">{unchosen}</option>}
        <Options of={destinations} />
      </SelectField>
      <SelectField
        label="Park"
        value={parkId ?? ''}
        disabled={!destination}
        onChange={(event) => on.onParkChange(event.target.value)}
      >
        {!parkId && (
          <option value="">
            {destination?.parks.length === 0 ? 'No parks available for this destination' : 'Select a park'}
          </option>
        )}
        <Options of={destination?.parks} />
      </SelectField>
    </div>
  )
}

const Options = ({ of }: { of: { id: string; name: string }[] | undefined }) =>
  of?.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
