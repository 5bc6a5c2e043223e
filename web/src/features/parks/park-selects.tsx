import type { DestinationView } from '@walkon/contracts/http/parks'
import type { ReactNode } from 'react'
import { SelectField } from '../../ui/field.tsx'

type ParkSelectsProps = {
  destinations: DestinationView[] | undefined
  /** The list could not be loaded. */
  hasFailed: boolean
  destination: DestinationView | undefined
  parkId: string | undefined
  onDestinationChange: (destinationId: string) => void
  onParkChange: (parkId: string) => void
  /** What stands beside the two lists. */
  children: ReactNode
}

/** First the destination, then one of its parks. */
export function ParkSelects({
  destinations,
  hasFailed,
  destination,
  parkId,
  children,
  ...on
}: ParkSelectsProps) {
  const unchosen = destinations ? 'Select a destination' : hasFailed ? 'Could not be loaded' : 'Loading'
  return (
    <div className="grid items-end gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
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
          <option value="">{destination?.parks.length === 0 ? 'No parks available' : 'Select a park'}</option>
        )}
        <Options of={destination?.parks} />
      </SelectField>
      {children}
    </div>
  )
}

function Options({ of }: { of: { id: string; name: string }[] | undefined }) {
  return of?.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
}
