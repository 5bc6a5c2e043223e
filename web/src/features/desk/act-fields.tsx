import type { RefObject } from 'react'
import type { DestinationView } from '@walkon/contracts/http/parks'
import { ParkField } from '../../lib/park-picker.tsx'
import { daysFrom } from '../../lib/park-time.ts'
import { readMoney } from '../../lib/typed-money.ts'
import { TextField } from '../../ui/field.tsx'
import type { Act, Entered } from './act.ts'

/** The fields of an act's dialog, as they are typed. */
type Entries = {
  reason: string
  amount: string
  from: string
  until: string
  parkId: string | undefined
  typed: string
}

export const toEntries = ({ leftCents = 0, daysFrom: first = '', dayShown: day = first }: Act): Entries => ({
  reason: '',
  amount: (leftCents / 100).toFixed(2),
  from: day,
  until: day,
  parkId: undefined,
  typed: '',
})

export const toEntered = (entries: Entries): Omit<Entered, 'requestId'> => ({
  reason: entries.reason,
  amountCents: readMoney(entries.amount, 2) ?? 0,
  dates: daysBetween(entries.from, entries.until),
  parkId: entries.parkId ?? '',
})

const DAY_MS = 86_400_000

/** Each day from the first to the last one; none where they are no days, or in the wrong order. */
function daysBetween(from: string, until: string): string[] {
  const count = (Date.parse(until) - Date.parse(from)) / DAY_MS + 1
  return count >= 1 ? daysFrom(from, count) : []
}

type ActFieldsProps = {
  act: Act
  destinations: DestinationView[]
  entries: Entries
  reason: RefObject<HTMLInputElement | null>
  isReasonRefused: boolean
  onChange: (changed: Partial<Entries>) => void
}

const REASON_REFUSED = {
  title: 'Reason required',
  text: 'Please give three letters or more, without an address or a number.',
}

/** The entries that an act needs, and its reason. */
export function ActFields(props: ActFieldsProps) {
  const { act, destinations, entries, reason, isReasonRefused, onChange } = props
  const { amount, parkId, typed } = entries
  return (
    <>
      {act.needsPark && (
        <ParkField
          groups={destinations.map(({ name, parks }) => ({ label: name, parks }))}
          parkId={parkId}
          onChange={(chosen) => onChange({ parkId: chosen })}
        />
      )}
      {act.daysFrom !== undefined && <DayFields min={act.daysFrom} entries={entries} onChange={onChange} />}
      {act.leftCents !== undefined && (
        <TextField
          label="Amount in dollars"
          inputMode="decimal"
          value={amount}
          onChange={(event) => onChange({ amount: event.target.value })}
        />
      )}
      {!act.hasNoReason && (
        <TextField
          ref={reason}
          label="Reason"
          hint="without addresses or numbers"
          maxLength={300}
          problem={isReasonRefused ? REASON_REFUSED : undefined}
          value={entries.reason}
          onChange={(event) => onChange({ reason: event.target.value })}
        />
      )}
      {act.typed !== undefined && (
        <TextField
          label="Type the address to confirm"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => onChange({ typed: event.target.value })}
        />
      )}
    </>
  )
}

type DayFieldsProps = Pick<ActFieldsProps, 'entries' | 'onChange'> & { min: string }

const DayFields = ({ min, entries: { from, until }, onChange }: DayFieldsProps) => (
  <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
    <TextField
      label="First day"
      type="date"
      min={min}
      value={from}
      onChange={(event) => onChange({ from: event.target.value })}
    />
    <TextField
      label="Last day"
      type="date"
      min={from}
      value={until}
      onChange={(event) => onChange({ until: event.target.value })}
    />
  </div>
)
