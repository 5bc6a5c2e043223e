import type { LaneOffering, LanePreference } from '@walkon/contracts/http/lightning-lane'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { plannerProblem } from '../../lib/planner-words.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { offerWords, priceWords } from './lane-words.ts'
import { changePreference, deletePreference, preferencesQuery } from './queries.ts'
import { toWish, Wishes } from './wishes.tsx'

type PreferenceRowProps = {
  caller: Caller
  preference: LanePreference
  timezone: string
  /** The present offer of its attraction, if it is known. */
  offering: LaneOffering | undefined
}

/** A preference and what its attraction offers now, with its form while it is changed. */
export function PreferenceRow({ caller, preference, timezone, offering }: PreferenceRowProps) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { id, attractionName, parkName, priority, preferredTimeRange, maxPrice } = preference
  const removal = useAction(async () => {
    await deletePreference(caller, id)
    await client.invalidateQueries({ queryKey: ['lane-preferences'] })
  }, plannerProblem)

  function close(): void {
    setOpen(false)
    opener.current?.focus()
  }

  return (
    <li className="grid gap-3 border-t border-line py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-bold">{attractionName}</p>
          <p className="text-14 text-ink-2">
            {parkName} · priority {priority} · {preferredTimeRange.start} to {preferredTimeRange.end}
            {maxPrice && ` · up to ${priceWords(maxPrice)}`}
          </p>
          {offering && (
            <p className={offering.available ? undefined : 'text-ink-2'}>
              Now: {offerWords(offering, timezone)}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            ref={opener}
            small
            quiet
            aria-expanded={isOpen}
            aria-label={`Change ${attractionName}`}
            onClick={() => setOpen(!isOpen)}
          >
            Change
          </Button>
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
      </div>
      <FormProblem problem={removal.problem} />
      {isOpen && <ChangeForm caller={caller} preference={preference} onDone={close} />}
    </li>
  )
}

type ChangeFormProps = Pick<PreferenceRowProps, 'caller' | 'preference'> & { onDone: () => void }

function ChangeForm({ caller, preference, onDone }: ChangeFormProps) {
  const client = useQueryClient()
  const saving = useAction(async (form: FormData) => {
    const changed = await changePreference(caller, preference.id, toWish(form))
    client.setQueryData(preferencesQuery(caller).queryKey, changed)
    onDone()
  }, plannerProblem)
  return (
    <form
      aria-label={`Change ${preference.attractionName}`}
      className="grid justify-items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        saving.run(new FormData(event.currentTarget))
      }}
    >
      <div className="grid w-full grid-cols-2 items-start gap-3">
        <Wishes of={preference} />
      </div>
      <FormProblem problem={saving.problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" small busy={saving.isBusy}>
          Save
        </Button>
        <Button small quiet onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
