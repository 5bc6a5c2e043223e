import {
  DEFAULT_LANE_TIMES,
  DEFAULT_PRIORITY,
  type LanePreference,
} from '@walkon/contracts/http/lightning-lane'
import { digitsOf } from '@walkon/contracts/price-words'
import { useQueryClient } from '@tanstack/react-query'
import { object, refine, regex, string } from 'zod/mini'
import type { Caller } from '../../lib/api.ts'
import { useEntryForm } from '../../lib/entry-form.ts'
import { plannerProblem } from '../../lib/planner-words.ts'
import { readMoney } from '../../lib/typed-money.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { addPreference, changePreference, deletePreference, preferencesQuery } from './queries.ts'

const CURRENCIES = ['USD', 'EUR', 'JPY', 'HKD', 'CNY']

const timeEntry = () => string().check(regex(/^\d\d:\d\d$/, { error: 'time' }))

/** As the inputs have them. */
const ENTRIES = object({
  start: timeEntry(),
  end: timeEntry(),
  maxPrice: string().check(
    refine((entered) => entered.trim() === '' || readMoney(entered, 0) !== null, { error: 'price' }),
  ),
  currency: string(),
  priority: string().check(regex(/^([1-9]|10)$/, { error: 'priority' })),
}).check(refine(({ start, end }) => start < end, { error: 'order', path: ['end'] }))

const ENTRY_TEXTS = {
  time: { title: 'Time needed', text: 'Please choose a time.' },
  order: { title: 'Ends too early', text: 'Please choose a later end.' },
  price: { title: 'Price needed', text: 'Please enter a number, or leave it empty.' },
  priority: { title: 'Priority needed', text: 'Please enter a number from 1 to 10.' },
}

type WishFormProps = {
  caller: Caller
  rideId: string
  rideName: string
  /** The preference that is changed; none for a new one. */
  wish: LanePreference | undefined
  onDone: () => void
}

/** The hours and the price at which a ride is wanted. */
export function WishForm({ caller, rideId, rideName, wish, onDone }: WishFormProps) {
  const client = useQueryClient()
  const { form, field, failure, isBusy } = useEntryForm({
    schema: ENTRIES,
    entryTexts: ENTRY_TEXTS,
    toText: plannerProblem,
    async send({ start, end, maxPrice, currency, priority }) {
      const wishes = {
        priority: Number(priority),
        preferredTimeRange: { start, end },
        maxPrice: toPrice(maxPrice, currency),
      }
      const changed = wish
        ? await changePreference(caller, wish.id, wishes)
        : await addPreference(caller, { attractionId: rideId, ...wishes })
      client.setQueryData(preferencesQuery(caller).queryKey, changed)
      onDone()
    },
  })
  const { start, end } = wish?.preferredTimeRange ?? DEFAULT_LANE_TIMES
  const price = wish?.maxPrice
  return (
    <form {...form} aria-label={`Tell me when it fits: ${rideName}`} className="grid max-w-120 gap-3">
      <div className="grid grid-cols-2 items-start gap-3">
        <TextField {...field('start')} label="From" type="time" defaultValue={start} />
        <TextField {...field('end')} label="Until" type="time" defaultValue={end} />
        <TextField
          {...field('maxPrice')}
          label="Up to"
          hint="any price if empty"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={price ? price.amount / 10 ** digitsOf(price.currency) : ''}
        />
        <SelectField {...field('currency')} label="Currency" defaultValue={price?.currency ?? CURRENCIES[0]}>
          {[...new Set([...CURRENCIES, ...(price ? [price.currency] : [])])].map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </SelectField>
        <TextField
          {...field('priority')}
          label="Priority"
          hint="1 to 10, 10 first"
          inputMode="numeric"
          defaultValue={wish?.priority ?? DEFAULT_PRIORITY}
        />
      </div>
      <FormProblem problem={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" small quiet busy={isBusy}>
          {wish ? 'Save' : 'Tell me when it fits'}
        </Button>
        {wish && <Remove caller={caller} wish={wish} onDone={onDone} />}
      </div>
    </form>
  )
}

function Remove({ caller, wish, onDone }: { caller: Caller; wish: LanePreference; onDone: () => void }) {
  const client = useQueryClient()
  const removal = useAction(async () => {
    await deletePreference(caller, wish.id)
    onDone()
    await client.invalidateQueries({ queryKey: ['lane-preferences'] })
  }, plannerProblem)
  return (
    <>
      <Button
        small
        quiet
        busy={removal.isBusy}
        onClick={removal.run}
        aria-label={`Remove ${wish.attractionName}`}
      >
        Remove
      </Button>
      <FormProblem problem={removal.problem} />
    </>
  )
}

function toPrice(entered: string, currency: string) {
  const amount = readMoney(entered, digitsOf(currency))
  return amount === null ? null : { amount, currency }
}
