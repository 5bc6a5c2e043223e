import { SelectField, type FieldProblem } from '../ui/field.tsx'

/** How a visitor chooses a park from one list. From a destination's: destination-picker.tsx; by typing: park-search.tsx. */

type Park = {
  id: string
  name: string
  /** Places left today, where they are counted. */
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
  return (
    <SelectField
      label="Park"
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
