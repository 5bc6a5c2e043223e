import { SelectField, type FieldProblem } from '../../ui/field.tsx'

export type ParkOption = { id: string; name: string; timezone: string }

type ParkFieldProps = {
  popular: ParkOption[]
  others: ParkOption[]
  parkId: string | undefined
  problem: FieldProblem | undefined
  onChange: (parkId: string) => void
}

export function ParkField({ popular, others, parkId, problem, onChange }: ParkFieldProps) {
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
      <ParkGroup label="Popular" parks={popular} />
      <ParkGroup label="More parks" parks={others} />
    </SelectField>
  )
}

function ParkGroup({ label, parks }: { label: string; parks: ParkOption[] }) {
  if (parks.length === 0) return null
  return (
    <optgroup label={label}>
      {parks.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </optgroup>
  )
}
