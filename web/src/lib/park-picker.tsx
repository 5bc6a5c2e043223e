import type { DestinationView } from '@walkon/contracts/http/parks'
import type { ReactNode } from 'react'
import { SelectField, type FieldProblem } from '../ui/field.tsx'
import { Shape } from '../ui/shape.tsx'
import { spotsShape } from './spots.ts'

/** How a visitor chooses a park: from one list, from a destination's, or by typing (lib/park-search.tsx). */

type Park = {
  id: string
  name: string
  /** Places left today, where they are counted: the chosen park shows them with its dot. */
  spots?: number
}
type ParkGroup = { label: string; parks: Park[] }

type ParkFieldProps = {
  groups: ParkGroup[]
  parkId: string | undefined
  problem?: FieldProblem | undefined
  onChange: (parkId: string) => void
}

/** One list of parks in groups, of which empty ones are left out. */
export function ParkField({ groups, parkId, problem, onChange }: ParkFieldProps) {
  const spots = groups.flatMap(({ parks }) => parks).find(({ id }) => id === parkId)?.spots
  return (
    <SelectField
      label="Park"
      note={
        spots !== undefined && (
          <>
            <Shape name={spotsShape(spots)} className="[--size:10px]" /> {spots} spots left
          </>
        )
      }
      name="parkId"
      data-field="parkId"
      value={parkId ?? ''}
      problem={problem}
      onChange={(event) => onChange(event.target.value)}
    >
      {!parkId && <option value="">Select a park</option>}
      {groups
        .filter(({ parks }) => parks.length > 0)
        .map(({ label, parks }) => (
          <optgroup key={label} label={label}>
            <Options of={parks} />
          </optgroup>
        ))}
    </SelectField>
  )
}

type DestinationAndParkProps = {
  destinations: DestinationView[] | undefined
  /** The list could not be loaded. */
  hasFailed: boolean
  destination: DestinationView | undefined
  parkId: string | undefined
  onDestinationChange: (destinationId: string) => void
  onParkChange: (parkId: string) => void
  /** Both lists in one row on a phone too. Their labels are their first words there. */
  isCompact?: boolean
  /** What stands beside the two lists; above them where they are compact. */
  children?: ReactNode
}

/** What stands beside the lists moves up to the end of the heading's line. */
const COMPACT =
  'max-md:grid-cols-2 max-md:gap-2 max-md:[&_.input]:pr-8! max-md:[&_.input]:pl-3! max-md:[&_.input+span]:right-1.5 max-md:*:last:absolute max-md:*:last:right-0 max-md:*:last:bottom-full'

/** First the destination, then one of its parks. */
export function DestinationAndPark({
  destinations,
  hasFailed,
  destination,
  parkId,
  isCompact = false,
  children,
  ...on
}: DestinationAndParkProps) {
  const unchosen = destinations ? 'Select a destination' : hasFailed ? 'Could not be loaded' : 'Loading'
  return (
    <div
      className={`relative grid items-end gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] ${isCompact ? COMPACT : ''}`}
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

function Options({ of }: { of: Park[] | undefined }) {
  return of?.map(({ id, name, spots }) => (
    <option key={id} value={id}>
      {spots === undefined ? name : `${name}, ${spots} spots left`}
    </option>
  ))
}
