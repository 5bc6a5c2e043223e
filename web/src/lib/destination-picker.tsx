import type { DestinationView } from '@walkon/contracts/http/parks'
import type { ReactNode } from 'react'
import { SelectField } from '../ui/field.tsx'

type DestinationAndParkProps = {
  destinations: DestinationView[] | undefined
  /** The list could not be loaded. */
  hasFailed: boolean
  destination: DestinationView | undefined
  parkId: string | undefined
  onDestinationChange: (destinationId: string) => void
  onParkChange: (parkId: string) => void
  /** Both lists in one row on a phone too. */
  isOneRow?: boolean
  /** The same, and their labels are their first words there. */
  isCompact?: boolean
  /** Content beside the two lists; above them if they are compact. */
  children?: ReactNode
}

const ONE_ROW =
  'max-md:grid-cols-2 max-md:gap-2 max-md:[&_.input]:pr-8! max-md:[&_.input]:pl-3! max-md:[&_.input+span]:right-1.5'

/** Content beside the lists moves up to the end of the heading's line. */
const COMPACT = `${ONE_ROW} max-md:*:last:absolute max-md:*:last:right-0 max-md:*:last:bottom-full max-md:*:last:mb-1`

/** First the destination, then one of its parks. */
export function DestinationAndPark({
  destinations,
  hasFailed,
  destination,
  parkId,
  isOneRow = false,
  isCompact = false,
  children,
  ...on
}: DestinationAndParkProps) {
  const unchosen = destinations ? 'Select a destination' : hasFailed ? 'Could not be loaded' : 'Loading'
  return (
    <div
      className={`relative grid items-end gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] ${isCompact ? COMPACT : isOneRow ? ONE_ROW : ''}`}
    >
      <SelectField
        label="Destination"
        isLabelHidden={isCompact}
        value={destination?.id ?? ''}
        disabled={!destinations}
        onChange={(event) => on.onDestinationChange(event.target.value)}
      >
        {!destination && <option value="">{unchosen}</option>}
        <Options of={destinations} />
      </SelectField>
      <SelectField
        label="Park"
        isLabelHidden={isCompact}
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
      {children}
    </div>
  )
}

const Options = ({ of }: { of: { id: string; name: string }[] | undefined }) =>
  of?.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
