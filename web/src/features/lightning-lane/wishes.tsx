import {
  DEFAULT_LANE_TIMES,
  DEFAULT_PRIORITY,
  type LanePreference,
} from '@walkon/contracts/http/lightning-lane'
import { textOf } from '../../lib/form-text.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { digitsOf } from './lane-words.ts'

type Wish = Pick<LanePreference, 'priority' | 'preferredTimeRange' | 'maxPrice'>

const CURRENCIES = ['USD', 'EUR', 'JPY', 'HKD', 'CNY']

const NEW: Wish = { priority: DEFAULT_PRIORITY, preferredTimeRange: DEFAULT_LANE_TIMES, maxPrice: null }

/** The priority, times and price at which an attraction is wanted. */
export function Wishes({ of = NEW }: { of?: Wish }) {
  const { priority, preferredTimeRange, maxPrice } = of
  return (
    <>
      <div className="col-span-2">
        <TextField
          label="Priority"
          hint="1 to 10, 10 comes first"
          name="priority"
          type="number"
          min={1}
          max={10}
          step={1}
          required
          defaultValue={priority}
        />
      </div>
      <TextField label="From" name="start" type="time" required defaultValue={preferredTimeRange.start} />
      <TextField label="Until" name="end" type="time" required defaultValue={preferredTimeRange.end} />
      <TextField
        label="Max price"
        hint="optional"
        name="maxPrice"
        type="number"
        min={0}
        step="any"
        inputMode="decimal"
        defaultValue={maxPrice ? maxPrice.amount / 10 ** digitsOf(maxPrice.currency) : ''}
      />
      <SelectField label="Currency" name="currency" defaultValue={maxPrice?.currency ?? CURRENCIES[0]}>
        {[...new Set([...CURRENCIES, ...(maxPrice ? [maxPrice.currency] : [])])].map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </SelectField>
    </>
  )
}

export function toWish(form: FormData): Wish {
  const text = (name: string) => textOf(form, name)
  const currency = text('currency')
  const price = text('maxPrice')
  return {
    priority: Number(text('priority')),
    preferredTimeRange: { start: text('start'), end: text('end') },
    maxPrice:
      price === '' ? null : { amount: Math.round(Number(price) * 10 ** digitsOf(currency)), currency },
  }
}
