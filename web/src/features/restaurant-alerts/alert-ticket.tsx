import {
  DEFAULT_PARTY_SIZE,
  DEFAULT_PREFERRED_TIME,
  LARGEST_PARTY,
  PREFERRED_TIMES,
  type AlertableRestaurants,
  type PreferredTime,
} from '@walkon/contracts/http/restaurant-alerts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { isEmail } from '../../lib/email.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { LeftList } from '../../lib/left-list.tsx'
import { useAction } from '../../lib/use-action.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ComboboxField } from '../../ui/combobox.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import type { Account } from './account.ts'
import { DatesField } from './dates-field.tsx'
import { alertsKey, setAlert } from './queries.ts'
import {
  ABOUT,
  creationProblem,
  LOGIN_REQUIRED,
  MEALS,
  MISSING_DATES,
  MISSING_INFORMATION,
  MISSING_RESTAURANT,
  PENDING,
} from './words.ts'

type AlertTicketProps = { parkRestaurants: AlertableRestaurants; account: Account | null }

/** Mail when a table of a restaurant comes free. */
export function AlertTicket({ parkRestaurants, account }: AlertTicketProps) {
  const { today, restaurants } = parkRestaurants
  const { draft, change, problem, isBusy, isCreated, submit } = useAlertForm(account)
  const chosen = restaurants.find(({ id }) => id === draft.restaurantId)
  return (
    <form noValidate onSubmit={submit} className="ticket" aria-labelledby="restaurant-alert">
      <div className="ticket__part">
        <h2 id="restaurant-alert" className="ticket__title">
          Create an alert
        </h2>
        {restaurants.length === 0 && <p>This park lists no restaurant.</p>}
        <ComboboxField
          label="Restaurant"
          placeholder="Select a restaurant"
          groups={[{ label: 'Restaurants', items: restaurants }]}
          empty="No restaurant of this name"
          value={chosen ?? null}
          onChange={(choice) => change({ restaurantId: choice?.id ?? '' })}
        />
        {chosen?.pendingBecause && (
          <p className="text-14">
            <b>Pending.</b> <span className="text-ink-2">{PENDING[chosen.pendingBecause]}</span>
          </p>
        )}
        <DatesField today={today} dates={draft.dates} onChange={(dates) => change({ dates })} />
        <PartyFields draft={draft} change={change} />
        {account && <LeftList caller={account.caller} list="restaurants" about={ABOUT} />}
        <TicketProblem problem={problem} />
        <Button type="submit" wide busy={isBusy}>
          {isBusy ? 'Creating your alert' : 'Create alert'}
        </Button>
        {isCreated && (
          <div role="status">
            <Panel title="Alert created">
              <p className="text-ink-2">We write to {draft.email} when a table comes free.</p>
            </Panel>
          </div>
        )}
      </div>
      <div className="perf" />
      <p className="ticket__part text-14 text-ink-2">
        One email for each table that comes free. It is free of charge, and we hold no table for you.
        <Link to="/manage-restaurant-alerts">Manage your restaurant alerts</Link>
      </p>
    </form>
  )
}

function PartyFields({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }) {
  return (
    <>
      <div className="grid justify-items-start gap-1">
        <span className="text-14 font-bold" aria-hidden="true">
          Party size
        </span>
        <Stepper
          value={draft.partySize}
          min={1}
          max={LARGEST_PARTY}
          step={1}
          unit={draft.partySize === 1 ? 'person' : 'people'}
          labels={{ group: 'Party size', lower: 'Smaller party', higher: 'Larger party' }}
          onChange={(partySize) => change({ partySize })}
        />
      </div>
      <SelectField
        label="Preferred time"
        value={draft.preferredTime}
        onChange={({ target }) => change({ preferredTime: target.value as PreferredTime })}
      >
        {PREFERRED_TIMES.map((time) => (
          <option key={time} value={time}>
            {MEALS[time]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        value={draft.email}
        onChange={({ target }) => change({ email: target.value })}
      />
    </>
  )
}

function TicketProblem({ problem }: { problem: ProblemText | null }) {
  const { pathname, search } = useLocation()
  return (
    <FormProblem problem={problem}>
      {problem === LOGIN_REQUIRED && (
        <ButtonLink small to="/auth" state={{ from: `${pathname}${search}` }}>
          Log in
        </ButtonLink>
      )}
    </FormProblem>
  )
}

type Draft = {
  restaurantId: string
  dates: string[]
  partySize: number
  preferredTime: PreferredTime
  email: string
}

function useAlertForm(account: Account | null) {
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft>({
    restaurantId: '',
    dates: [],
    partySize: DEFAULT_PARTY_SIZE,
    preferredTime: DEFAULT_PREFERRED_TIME,
    email: account?.email ?? '',
  })
  const [missing, setMissing] = useState<ProblemText | null>(null)
  const [isCreated, setCreated] = useState(false)
  const { isBusy, problem, run } = useAction(async (caller: Account['caller']) => {
    await setAlert({ ...draft, email: draft.email.trim() }, caller)
    setCreated(true)
    await client.invalidateQueries({ queryKey: alertsKey })
  }, creationProblem)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    setCreated(false)
    const found = account ? findMissing(draft) : LOGIN_REQUIRED
    setMissing(found)
    if (account && !found) run(account.caller)
  }

  return {
    draft,
    change: (part: Partial<Draft>) => {
      setCreated(false)
      setDraft((before) => ({ ...before, ...part }))
    },
    problem: missing ?? problem,
    isBusy,
    isCreated,
    submit,
  }
}

function findMissing({ email, restaurantId, dates }: Draft): ProblemText | null {
  if (!isEmail(email.trim())) return MISSING_INFORMATION
  if (restaurantId === '') return MISSING_RESTAURANT
  return dates.length === 0 ? MISSING_DATES : null
}
