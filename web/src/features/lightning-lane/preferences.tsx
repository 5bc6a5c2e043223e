import { textOf } from '../../lib/form-text.ts'
import {
  DEFAULT_LANE_TIMES,
  DEFAULT_PRIORITY,
  type LanePark,
  type LanePreference,
} from '@walkon/contracts/http/lightning-lane'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { plannerProblem } from '../../lib/planner-words.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { digitsOf, offeringsProblem, priceWords } from './lane-words.ts'
import { addPreference, deletePreference, preferencesQuery } from './queries.ts'

type PreferencesProps = { caller: Caller; parks: LanePark[] }

/** What the account wants to ride: a return time of it that opens is told once, by mail and push. */
export function Preferences({ caller, parks }: PreferencesProps) {
  const query = useQuery(preferencesQuery(caller))
  if (query.isPending) return <Loading label="Loading your preferences" className="h-40!" />
  if (!query.data) return <LoadProblem of={query} wordsOf={offeringsProblem} />
  const { preferences } = query.data
  return (
    <div className="grid gap-4">
      {preferences.length === 0 ? (
        <p className="text-ink-2">
          No preferences yet. Add an attraction, and we write when its return time opens.
        </p>
      ) : (
        <ul className="grid gap-2">
          {preferences.map((preference) => (
            <Preference key={preference.id} caller={caller} preference={preference} />
          ))}
        </ul>
      )}
      <PreferenceForm caller={caller} parks={parks} taken={preferences} />
    </div>
  )
}

function Preference({ caller, preference }: { caller: Caller; preference: LanePreference }) {
  const client = useQueryClient()
  const { id, attractionName, parkName, priority, preferredTimeRange, maxPrice } = preference
  const removal = useAction(async () => {
    await deletePreference(caller, id)
    await client.invalidateQueries({ queryKey: ['lane-preferences'] })
  }, plannerProblem)
  return (
    <li className="grid gap-2 rounded-card border border-line-strong bg-sheet p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-bold">{attractionName}</p>
          <p className="text-14 text-ink-2">
            {parkName} · priority {priority} · {preferredTimeRange.start} to {preferredTimeRange.end}
            {maxPrice && ` · up to ${priceWords(maxPrice)}`}
          </p>
        </div>
        <Button
          small
          quiet
          busy={removal.isBusy}
          onClick={removal.run}
          aria-label={`Remove ${attractionName}`}
        >
          Remove
        </Button>
      </div>
      <FormProblem problem={removal.problem} />
    </li>
  )
}

const NO_ATTRACTION = { title: 'Missing attraction', text: 'Please choose an attraction.' }

function PreferenceForm({ caller, parks, taken }: PreferencesProps & { taken: LanePreference[] }) {
  const client = useQueryClient()
  const [attractionId, setAttraction] = useState('')
  const [isMissing, setMissing] = useState(false)
  const adding = useAction(async (form: FormData) => {
    const added = await addPreference(caller, toPreference(attractionId, form))
    client.setQueryData(preferencesQuery(caller).queryKey, added)
    setAttraction('')
  }, plannerProblem)
  const free = (rideId: string) => !taken.some((preference) => preference.attractionId === rideId)
  return (
    <form
      className="grid justify-items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(attractionId === '')
        if (attractionId !== '') adding.run(new FormData(event.currentTarget))
      }}
    >
      <div className="grid w-full gap-3 sm:grid-cols-2">
        <SelectField
          label="Attraction"
          value={attractionId}
          problem={isMissing ? NO_ATTRACTION : undefined}
          onChange={(event) => {
            setAttraction(event.target.value)
            setMissing(false)
          }}
        >
          <option value="">Select an attraction</option>
          {parks.map(({ id, name, rides }) => (
            <optgroup key={id} label={name}>
              {rides
                .filter((ride) => free(ride.id))
                .map((ride) => (
                  <option key={ride.id} value={ride.id}>
                    {ride.name}
                  </option>
                ))}
            </optgroup>
          ))}
        </SelectField>
        <Wishes />
      </div>
      <FormProblem problem={adding.problem} />
      <Button type="submit" busy={adding.isBusy}>
        Add preference
      </Button>
    </form>
  )
}

/** In which order, when and at what price. */
const Wishes = () => (
  <>
    <TextField
      label="Priority"
      hint="1 to 10"
      name="priority"
      type="number"
      min={1}
      max={10}
      step={1}
      required
      defaultValue={DEFAULT_PRIORITY}
    />
    <TextField label="From" name="start" type="time" required defaultValue={DEFAULT_LANE_TIMES.start} />
    <TextField label="Until" name="end" type="time" required defaultValue={DEFAULT_LANE_TIMES.end} />
    <TextField
      label="Max price"
      hint="optional"
      name="maxPrice"
      type="number"
      min={0}
      step="any"
      inputMode="decimal"
    />
    <SelectField label="Currency" name="currency" defaultValue="USD">
      {['USD', 'EUR', 'JPY', 'HKD', 'CNY'].map((currency) => (
        <option key={currency}>{currency}</option>
      ))}
    </SelectField>
  </>
)

function toPreference(attractionId: string, form: FormData) {
  const text = (name: string) => textOf(form, name)
  const currency = text('currency')
  const price = text('maxPrice')
  return {
    attractionId,
    priority: Number(text('priority')),
    preferredTimeRange: { start: text('start'), end: text('end') },
    maxPrice:
      price === '' ? null : { amount: Math.round(Number(price) * 10 ** digitsOf(currency)), currency },
  }
}
