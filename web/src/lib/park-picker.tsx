import { SelectField, type FieldProblem } from '../ui/field.tsx'
import { Shape } from '../ui/shape.tsx'
import { spotsShape } from './spots.ts'

/** How a visitor chooses a park from one list. From a destination's: destination-picker.tsx; by typing: park-search.tsx. */

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

function Options({ of }: { of: Park[] }) {
  return of.map(({ id, name, spots }) => (
    <option key={id} value={id}>
      {spots === undefined ? name : `${name}, ${spots} spots left`}
    </option>
  ))
}
