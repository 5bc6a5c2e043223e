import type { DestinationView } from '@walkon/contracts/http/parks'
import type { UseQueryResult } from '@tanstack/react-query'
import type { EntryField } from '../../lib/entry-form.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { ParkOptions } from '../../lib/park-options.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import type { Entries } from './act-entries.ts'
import type { Act } from './act.ts'

/** The parks to choose from, as far as they are read. */
export type Destinations = UseQueryResult<DestinationView[]>

type ActFieldsProps = { act: Act; destinations: Destinations; field: EntryField<Entries> }

/** The entries that an act needs, and its reason. */
export const ActFields = ({ act, destinations, field }: ActFieldsProps) => (
  <>
    {act.needsPark && (
      <SelectField {...field('parkId')} label="Park">
        <option value="">Select a park</option>
        <ParkOptions destinations={destinations.data ?? []} />
      </SelectField>
    )}
    {act.needsPark && destinations.isLoadingError && (
      <LoadProblem of={destinations} title="The parks could not be read" />
    )}
    {act.daysFrom !== undefined && (
      <DayFields first={act.daysFrom} shown={act.dayShown ?? act.daysFrom} field={field} />
    )}
    {act.leftCents !== undefined && (
      <TextField
        {...field('amount')}
        label="Amount in dollars"
        inputMode="decimal"
        defaultValue={(act.leftCents / 100).toFixed(2)}
      />
    )}
    {!act.hasNoReason && (
      <TextField {...field('reason')} label="Reason" hint="without addresses or numbers" maxLength={300} />
    )}
    {act.typed !== undefined && (
      <TextField
        {...field('typed')}
        label="Type the address to confirm"
        autoComplete="off"
        spellCheck={false}
      />
    )}
  </>
)

type DayFieldsProps = { first: string; shown: string; field: EntryField<Entries> }

const DayFields = ({ first, shown, field }: DayFieldsProps) => (
  <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
    <TextField {...field('from')} label="First day" type="date" min={first} defaultValue={shown} />
    <TextField {...field('until')} label="Last day" type="date" min={first} defaultValue={shown} />
  </div>
)
