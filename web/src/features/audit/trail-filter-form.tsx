import { SERVICE_TITLES } from '@walkon/contracts/service-titles'
import type { StaffMember } from '@walkon/contracts/http/identity'
import type { FormEvent } from 'react'
import { textOf } from '../../lib/form-text.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { AUDITED_SERVICES } from './trail.ts'
import { NO_FILTER, type TrailFilter } from './queries.ts'

type TrailFilterFormProps = {
  filter: TrailFilter
  staff: StaffMember[]
  onFilter: (filter: TrailFilter) => void
}

/** Narrows the trail by who acted, what they did, to whom, in which part, and on which days. */
export function TrailFilterForm({ filter, staff, onFilter }: TrailFilterFormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    onFilter({
      actorId: textOf(entered, 'actorId'),
      action: textOf(entered, 'action'),
      subjectId: textOf(entered, 'subjectId'),
      service: AUDITED_SERVICES.find((name) => name === entered.get('service')) ?? '',
      firstDay: textOf(entered, 'firstDay'),
      lastDay: textOf(entered, 'lastDay'),
    })
  }
  const isNarrowed = Object.values(filter).some((value) => value !== '')
  return (
    <form
      // A filter that comes with the history fills the form anew.
      key={JSON.stringify(filter)}
      aria-label="Narrow the trail"
      onSubmit={submit}
      className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 print:hidden"
    >
      <Fields filter={filter} staff={staff} />
      <p className="flex gap-3">
        <Button type="submit">Show</Button>
        {isNarrowed && (
          <Button quiet onClick={() => onFilter(NO_FILTER)}>
            Show everything
          </Button>
        )}
      </p>
    </form>
  )
}

const Fields = ({ filter, staff }: Pick<TrailFilterFormProps, 'filter' | 'staff'>) => (
  <>
    <SelectField name="actorId" label="Who" defaultValue={filter.actorId}>
      <option value="">Everyone</option>
      {staff.map(({ id, email, roles }) => (
        <option key={id} value={id}>
          {email} ({roles.join(', ')})
        </option>
      ))}
    </SelectField>
    <TextField
      name="action"
      label="What"
      hint="as it is recorded, like retire promo code"
      defaultValue={filter.action}
      maxLength={64}
      autoComplete="off"
      pattern="\s*[A-Za-z][A-Za-z \-]*"
      title="Letters, spaces and hyphens"
    />
    <TextField
      name="subjectId"
      label="To whom or what"
      hint="an id or a name"
      defaultValue={filter.subjectId}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
    />
    <SelectField name="service" label="Part" defaultValue={filter.service}>
      <option value="">All parts</option>
      {AUDITED_SERVICES.map((name) => (
        <option key={name} value={name}>
          {SERVICE_TITLES[name]}
        </option>
      ))}
    </SelectField>
    <TextField name="firstDay" label="First day" type="date" defaultValue={filter.firstDay} />
    <TextField name="lastDay" label="Last day" type="date" defaultValue={filter.lastDay} />
  </>
)
