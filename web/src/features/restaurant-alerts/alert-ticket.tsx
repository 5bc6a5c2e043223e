import { isNamedLike } from '@walkon/contracts/folded-name'
import {
  LARGEST_PARTY,
  PREFERRED_TIMES,
  type AlertableRestaurants,
} from '@walkon/contracts/http/restaurant-alerts'
import type { RefObject } from 'react'
import { useLocation } from 'react-router-dom'
import type { ProblemText } from '../../lib/form-texts.ts'
import { LeftList } from '../../lib/left-list.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { ComboboxField } from '../../ui/combobox.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import type { Account } from './account.ts'
import { DatesField } from './dates-field.tsx'
import type { AlertForm } from './use-alert-form.ts'
import { ABOUT, LOGIN_REQUIRED, MEALS, PENDING } from './words.ts'

type AlertTicketProps = {
  parkRestaurants: AlertableRestaurants
  account: Account | null
  form: AlertForm
  createRef: RefObject<HTMLButtonElement | null>
}

/** Mail when a table of a restaurant comes free. */
export function AlertTicket({ parkRestaurants, account, form, createRef }: AlertTicketProps) {
  const { today, walkUpLimitMinutes, restaurants } = parkRestaurants
  const { draft, change, field, failure, isBusy, isCreated } = form
  // Entries are registered as they stand on the ticket: the first refused one gets the focus.
  const restaurant = field('restaurantId')
  return (
    <form {...form.form} className="ticket" aria-labelledby="restaurant-alert">
      <div className="ticket__part">
        <h2 id="restaurant-alert" className="ticket__title">
          Create an alert
        </h2>
        {restaurants.length === 0 && <p>This park lists no restaurant.</p>}
        <RestaurantField of={restaurants} entry={restaurant} {...form} />
        <DatesField
          {...field('dates')}
          today={today}
          dates={draft.dates}
          onChange={(dates) => change({ dates })}
        />
        <PartyFields {...form} />
        {account && <LeftList caller={account.caller} list="restaurants" about={ABOUT} />}
        <TicketProblem problem={failure} />
        <Button ref={createRef} type="submit" wide busy={isBusy}>
          {isBusy ? 'Creating your alert' : 'Create alert'}
        </Button>
        {isCreated && (
          <div role="status">
            <Panel title="Alert created" heading="h3">
              <p className="text-ink-2">We’ll email {draft.email} when a table opens.</p>
            </Panel>
          </div>
        )}
      </div>
      <div className="perf" />
      <p className="ticket__part text-14 text-ink-2">
        {!account && 'You need an account for it. '}One email per table. Walk-up waits up to{' '}
        {walkUpLimitMinutes} min. Free; we can’t hold tables.
        <Link to="/manage-restaurant-alerts">Manage your restaurant alerts</Link>
      </p>
    </form>
  )
}

type FieldProps = Pick<AlertForm, 'draft' | 'change' | 'field'>

function RestaurantField({
  of: restaurants,
  entry,
  draft,
  change,
}: Omit<FieldProps, 'field'> & {
  of: AlertableRestaurants['restaurants']
  entry: ReturnType<AlertForm['field']>
}) {
  const chosen = restaurants.find(({ id }) => id === draft.restaurantId)
  return (
    <>
      <ComboboxField
        {...entry}
        isMatch={isNamedLike}
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
    </>
  )
}

function PartyFields({ draft, change, field }: FieldProps) {
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
      <ChoiceField
        legend="Preferred time"
        name="preferredTime"
        choices={PREFERRED_TIMES.map((id) => ({ id, name: MEALS[id] }))}
        chosen={draft.preferredTime}
        onChoose={(preferredTime) => change({ preferredTime })}
      />
      <TextField
        {...field('email', { onChange: ({ target }) => change({ email: target.value }) })}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        value={draft.email}
      />
    </>
  )
}

function TicketProblem({ problem }: { problem: ProblemText | null }) {
  const { pathname, search } = useLocation()
  return (
    <FormProblem problem={problem}>
      {problem === LOGIN_REQUIRED && (
        <ButtonLink quiet small to="/auth" state={{ from: `${pathname}${search}` }}>
          Login
        </ButtonLink>
      )}
    </FormProblem>
  )
}
