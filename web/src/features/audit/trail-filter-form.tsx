import { SERVICE_TITLES } from '@walkon/contracts/service-titles'
import type { StaffMember } from '@walkon/contracts/http/identity'
import { enum as oneOf, object, refine, string } from 'zod/mini'
import { useEntryForm, type EntryField } from '../../lib/entry-form.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { AUDITED_SERVICES } from './trail.ts'
import { NO_FILTER, type TrailFilter } from './queries.ts'

type TrailFilterFormProps = {
  filter: TrailFilter
  staff: StaffMember[]
  onFilter: (filter: TrailFilter) => void
}

/** Empty fields narrow nothing. */
const entries = object({
  actorId: string(),
  action: string().check(refine((entered) => /^[A-Za-z -]*$/.test(entered.trim()), { error: 'action' })),
  subjectId: string(),
  service: oneOf(['', ...AUDITED_SERVICES]),
  firstDay: string(),
  lastDay: string(),
}).check(
  refine(({ firstDay, lastDay }) => firstDay === '' || lastDay === '' || firstDay <= lastDay, {
    error: 'lastDay',
    path: ['lastDay'],
  }),
)

const ENTRY_TEXTS: Record<string, ProblemText> = {
  action: { title: 'No such act', text: 'Acts are named by letters, spaces and hyphens.' },
  lastDay: { title: 'Before the first day', text: 'Choose the same day or a later one.' },
}

/** Narrows the trail by who acted, what they did, to whom, in which part, and on which days. */
export function TrailFilterForm({ filter, staff, onFilter }: TrailFilterFormProps) {
  const { form, field } = useEntryForm<TrailFilter>({
    schema: entries,
    send: async (entered) => onFilter(entered),
    entryTexts: ENTRY_TEXTS,
    values: filter,
  })
  const isNarrowed = Object.values(filter).some((value) => value !== '')
  return (
    <form
      {...form}
      aria-label="Narrow the trail"
      className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3 print:hidden"
    >
      <Fields field={field} staff={staff} />
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

type FieldsProps = { field: EntryField<TrailFilter>; staff: StaffMember[] }

const Fields = ({ field, staff }: FieldsProps) => (
  <>
    <SelectField {...field('actorId')} label="Who">
      <option value="">Everyone</option>
      {staff.map(({ id, email, roles }) => (
        <option key={id} value={id}>
          {email} ({roles.join(', ')})
        </option>
      ))}
    </SelectField>
    <TextField
      {...field('action')}
      label="What"
      hint="as it is recorded, like retire promo code"
      maxLength={64}
      autoComplete="off"
    />
    <TextField
      {...field('subjectId')}
      label="To whom or what"
      hint="an id or a name"
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
    />
    <SelectField {...field('service')} label="Part">
      <option value="">All parts</option>
      {AUDITED_SERVICES.map((name) => (
        <option key={name} value={name}>
          {SERVICE_TITLES[name]}
        </option>
      ))}
    </SelectField>
    <TextField {...field('firstDay')} label="First day" type="date" />
    <TextField {...field('lastDay')} label="Last day" type="date" />
  </>
)
