import type { LaneOffering, LanePark, LanePreference } from '@walkon/contracts/http/lightning-lane'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { LeftList } from '../../lib/left-list.tsx'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { plannerProblem } from '../../lib/planner-words.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { offeringsProblem } from './lane-words.ts'
import { PreferenceRow } from './preference-row.tsx'
import { addPreference, preferencesQuery } from './queries.ts'
import { toWish, Wishes } from './wishes.tsx'

type PreferencesProps = { caller: Caller; parks: LanePark[]; offerings: LaneOffering[] }

/** The account's preferences: a return time that opens for one is told once, by mail and push. */
export function Preferences({ caller, parks, offerings }: PreferencesProps) {
  const query = useQuery(preferencesQuery(caller))
  if (query.isPending) return <Loading label="Loading your preferences" className="h-40!" />
  if (!query.data) return <LoadProblem of={query} wordsOf={offeringsProblem} />
  const { preferences } = query.data
  return (
    <div className="grid gap-4">
      <LeftList caller={caller} list="lightning-lane" about="return times that open" />
      {preferences.length === 0 ? (
        <p className="text-ink-2">
          No preferences yet. Add an attraction, and we write when its return time opens.
        </p>
      ) : (
        <ul className="grid">
          {preferences.map((preference) => (
            <PreferenceRow
              key={preference.id}
              caller={caller}
              preference={preference}
              timezone={parks.find(({ id }) => id === preference.parkId)?.timezone ?? 'UTC'}
              offering={offerOf(preference, offerings)}
            />
          ))}
        </ul>
      )}
      <NewPreference caller={caller} parks={parks} taken={preferences} />
    </div>
  )
}

/** Returns the present offer of a ride: of several queues, one that can be had. */
const offerOf = ({ attractionId }: LanePreference, offerings: LaneOffering[]) => {
  const offered = offerings.filter(({ rideId }) => rideId === attractionId)
  return offered.find(({ available }) => available) ?? offered[0]
}

type FormProps = { caller: Caller; parks: LanePark[]; taken: LanePreference[] }

/** Open for a visitor who has none yet; else folded, so that what there is comes first. */
function NewPreference(props: FormProps) {
  const [isFirst] = useState(props.taken.length === 0)
  return (
    <details open={isFirst}>
      <summary className="min-h-11 cursor-pointer py-2 font-bold">Add an attraction</summary>
      <PreferenceForm {...props} />
    </details>
  )
}

const NO_ATTRACTION = { title: 'Missing attraction', text: 'Please choose an attraction.' }

function PreferenceForm({ caller, parks, taken }: FormProps) {
  const client = useQueryClient()
  const [attractionId, setAttraction] = useState('')
  const [isMissing, setMissing] = useState(false)
  const adding = useAction(async (form: FormData) => {
    const added = await addPreference(caller, { attractionId, ...toWish(form) })
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
      <div className="grid w-full grid-cols-2 items-start gap-3">
        <div className="col-span-2">
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
        </div>
        <Wishes />
      </div>
      <FormProblem problem={adding.problem} />
      <Button type="submit" busy={adding.isBusy}>
        Add preference
      </Button>
    </form>
  )
}
