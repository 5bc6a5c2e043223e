import type { ReactNode } from 'react'
import { dayWords } from '../../lib/day-words.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from './counted.ts'
import { listNumbers } from './numbers.ts'
import { Orders } from './orders.tsx'
import { quietClock } from './quiet-clock.ts'
import { isMissing, NOT_KNOWN } from './not-known.ts'
import type { Desk, Visitor } from './visitor.ts'
import { Wishes } from './wishes.tsx'

type FactsProps = { visitor: Visitor; now: Date; showsNumbers: boolean; onShowNumbers: () => void }

/** Facts of the visitor and their account: the rail beside the time line. */
export function Facts({ visitor, now, showsNumbers, onShowNumbers }: FactsProps) {
  const { account, sessions, preferences, consents, suppressions, devices, plans, deliveries } = visitor
  const known = listNumbers(visitor)
  const addresses = [...new Set(deliveries.map(({ address }) => address))]
  const of = (...desks: Desk[]) => ({ isKnown: !isMissing(visitor, ...desks) })
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-14">
        <Fact name="Account" {...of('identity')}>
          {account ? `since ${dayWords(account.created_at)}, ${counted(sessions.length, 'session')}` : 'none'}
        </Fact>
        {account && account.app_metadata.roles.length > 0 && (
          <Fact name="Roles" isKnown>
            {account.app_metadata.roles.join(', ')}
          </Fact>
        )}
        <Fact name="Numbers" {...of('billing', 'notifications')}>
          {known.length === 0 ? 'none' : known.join(', ')}{' '}
          {known.length > 0 && !showsNumbers && (
            <Button quiet small className="print:hidden" onClick={onShowNumbers}>
              Show numbers
            </Button>
          )}
        </Fact>
        <Fact name="Devices" {...of('notifications')}>
          {devices.length === 0 ? 'none' : devices.map(({ name }) => name).join(', ')}
        </Fact>
        <Fact name="Written to" {...of('notifications')}>
          {addresses.length === 0 ? 'nothing yet' : addresses.join(', ')}
        </Fact>
        <Fact name="Plan" {...of('billing')}>
          {plans.length === 0 ? 'none' : plans.map(({ state }) => state).join(', ')}
        </Fact>
        <Fact name="Quiet hours" {...of('alerts')}>
          {preferences?.quietFrom
            ? `${quietClock(preferences.quietFrom)} to ${quietClock(preferences.quietUntil ?? '')}`
            : 'none'}
        </Fact>
        <Fact name="Suppressed" {...of('notifications')}>
          {suppressions.length === 0
            ? 'no'
            : suppressions
                .map(({ channel, reason, since }) => `${channel}: ${reason}, ${dayWords(since)}`)
                .join('; ')}
        </Fact>
        <Fact name="Consents" {...of('notifications')}>
          {consents.length === 0 ? 'none' : consents.map(consentWords).join('; ')}
        </Fact>
      </dl>
      <Subscriptions visitor={visitor} />
      <Orders visitor={visitor} />
      <Wishes visitor={visitor} now={now} />
    </>
  )
}

const consentWords = ({ number, version, givenAt, confirmedAt }: Visitor['consents'][number]): string =>
  `${number}: words ${version} of ${dayWords(givenAt)}, ${confirmedAt === null ? 'no YES yet' : `YES ${dayWords(confirmedAt)}`}`

type FactProps = {
  name: string
  /** False while a service that knows it does not answer. */
  isKnown: boolean
  children: ReactNode
}

function Fact({ name, isKnown, children }: FactProps) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="m-0 wrap-anywhere">{isKnown ? children : NOT_KNOWN}</dd>
    </>
  )
}

function Subscriptions({ visitor }: { visitor: Visitor }) {
  const { subscriptions, watches } = visitor
  return (
    <section aria-labelledby="desk-alerts" className="grid gap-2">
      <h3 id="desk-alerts" className="text-16! leading-6!">
        Alerts
      </h3>
      {subscriptions.length === 0 && (
        <p className="text-14 text-ink-2">
          {isMissing(visitor, 'alerts') ? `Alerts are ${NOT_KNOWN}.` : 'No park is watched.'}
        </p>
      )}
      <ul className="grid gap-2 text-14">
        {subscriptions.map(({ id, parkName, active }) => {
          const rides = watches.filter(
            ({ subscriptionId, active: isWatched, isRide }) =>
              subscriptionId === id && isWatched && isRide !== false,
          )
          return (
            <li key={id}>
              <details>
                <summary>
                  <b>{parkName ?? 'A park'}</b>: {active ? counted(rides.length, 'ride') : 'stopped'}
                </summary>
                <ul className="pt-1 pl-4">
                  {rides.map(({ rideId, rideName, fitted, thresholdMinutes, onReopen }) => (
                    <li key={rideId} className="wrap-anywhere">
                      {rideName ?? 'A ride'}:{' '}
                      {fitted ? 'when short for the ride' : `at most ${thresholdMinutes} min`}
                      {onReopen && ', when it reopens'}
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
